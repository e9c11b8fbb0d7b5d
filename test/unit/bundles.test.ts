import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const QUICKSTART = resolve('examples/quickstart/topology.yaml');
const scratch = mkdtempSync(join(tmpdir(), 'rankplan-bundles-'));
afterAll(() => rmSync(scratch, { recursive: true }));

test.each([
  [['check', QUICKSTART], ['cli'], 'ok: 4 ranks'],
  [['run', '--dry-run', QUICKSTART], ['cli', 'run'], 'rank 3 (localhost, CPU): '],
])('%j reads no bundle but %j', (args, bundles, expected) => {
  const folder = mkdtempSync(join(scratch, 'dist-'));
  for (const name of ['rankplan', ...bundles]) cpSync(`dist/${name}.cjs`, join(folder, `${name}.cjs`));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'rankplan.cjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, RANKPLAN_EXEC: process.execPath },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(expected);
});

test('every bundle has a code cache, which this Node takes', () => {
  const files = readdirSync('dist');
  const cached = files
    .filter((name) => name.endsWith('.cache'))
    .map((name) => name.replace('.cache', '.cjs'));
  const loaded = `
    const vm = require('node:vm');
    vm.Script = class extends vm.Script {
      constructor(source, options) {
        super(source, options);
        process.stderr.write(require('node:path').basename(options.filename) + ' ' + this.cachedDataRejected + '\\n');
      }
    };
    process.argv = [process.execPath, 'rankplan', 'run', '--dry-run', ${JSON.stringify(QUICKSTART)}];
    require(${JSON.stringify(resolve('dist/rankplan.cjs'))});`;
  const { stderr } = spawnSync(process.execPath, ['-e', loaded], {
    encoding: 'utf8',
    env: { ...process.env, RANKPLAN_EXEC: process.execPath },
  });
  expect(cached.sort()).toEqual(['cli.cjs', 'rest.cjs', 'run.cjs']);
  expect(stderr).toBe('cli.cjs false\nrun.cjs false\n');
});
