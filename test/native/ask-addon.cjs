// Loads the addon and asks it about one scenario after the other; for tests that need many answers, or a sanitizer.
// The scenarios come as JSON on stdin, [["driver 1.0", …], …]; the answers go to stdout, for each scenario a line of
// `discover` and a line of `observe`.
const { readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const [, , addonPath, library, rounds = '1'] = process.argv;
const module_ = { exports: {} };
process.dlopen(module_, addonPath);

async function main() {
  const scenarios = JSON.parse(readFileSync(0, 'utf8'));
  const path = join(tmpdir(), `rankplan-scenario-${process.pid}.txt`);
  process.env.RANKPLAN_FAKE_SCENARIO = path;
  for (let round = 0; round < Number(rounds); round++) {
    for (const lines of scenarios) {
      writeFileSync(path, `${lines.join('\n')}\n`);
      for (const ask of ['discover', 'observe']) {
        const answer = await module_.exports[ask]({ library, keepsDriver: false, progress: null });
        if (round === 0) console.log(answer);
      }
    }
  }
}

main().finally(() => rmSync(process.env.RANKPLAN_FAKE_SCENARIO, { force: true }));
