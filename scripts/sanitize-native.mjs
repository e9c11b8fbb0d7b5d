// Runs the native code under AddressSanitizer, UBSan and LeakSanitizer, then under valgrind: the parts in C++ alone, and
// the addon in Node, with every scenario and with each function of the driver failing.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sanitizeProbe } from './native/sanitize-probe.mjs';
import { readScenario } from './native/scenario.mjs';
import { findCompilers } from './native/toolchain.mjs';

process.chdir(join(import.meta.dirname, '..'));

const SCENARIOS = 'test/native/scenarios';
const FAILURES = [3, 15, 999];

/** Those in which a driver never answers, or dies, are left out: a sanitizer finds nothing in them. */
const scenarios = readdirSync(SCENARIOS)
  .filter((name) => !/^(hangs|crashes)/.test(name))
  .map((name) => readScenario(join(SCENARIOS, name)));
const mig = join(SCENARIOS, 'mig.txt');
const fake = 'native/test/fake/nvml';
const functions = new Set(
  readdirSync(fake).flatMap(
    (name) => readFileSync(join(fake, name), 'utf8').match(/\bnvml[A-Z]\w+(?=\()/g) ?? [],
  ),
);
const failures = [...functions].flatMap((name) =>
  FAILURES.map((status) => [...readFileSync(mig, 'utf8').trim().split('\n'), `fail.${name} ${status}`]),
);

runSanitizers();
runValgrind();

function runSanitizers() {
  run(process.execPath, ['scripts/build-native.mjs', '--tests', '--sanitize']);
  const folder = resolve('build/native-sanitize');
  const library = join(folder, 'fake/libnvidia-ml.so.1');
  run(join(folder, 'core-test'), [library], { RANKPLAN_FAKE_SCENARIO: mig });
  console.log('sanitizers, native/core alone: clean');
  console.log(`sanitizers, rankplan-probe: ${sanitizeProbe(folder)} runs, clean`);
  const tests = ['test/native/serve', 'test/native/restarts', 'test/native/record'];
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...tests], {
    RANKPLAN_TEST_EXEC: join(folder, 'rankplan-exec'),
  });
  console.log('sanitizers, rankplan-exec: clean');
  const { cxx } = findCompilers();
  const runtimes = ['libasan.so', 'libubsan.so'].map((name) => {
    const { stdout } = spawnSync(cxx.program, [...cxx.args, `-print-file-name=${name}`], {
      encoding: 'utf8',
    });
    return stdout.trim();
  });
  // Node itself is not built so, and keeps what it has until the end.
  const env = { LD_PRELOAD: runtimes.join(' '), ASAN_OPTIONS: 'detect_leaks=0' };
  askAddon([], join(folder, 'rankplan.node'), library, [...scenarios, ...failures], env);
  console.log(`sanitizers, the addon: ${scenarios.length + failures.length} scenarios, clean`);
}

function runValgrind() {
  if (spawnSync('valgrind', ['--version']).status !== 0)
    return skip('valgrind', '`apt-get install valgrind`');
  run(process.execPath, ['scripts/build-native.mjs', '--tests']);
  const options = ['--quiet', '--error-exitcode=9'];
  const leaks = ['--leak-check=full', '--errors-for-leak-kinds=definite,indirect'];
  const library = resolve('build/native/fake/libnvidia-ml.so.1');
  run('valgrind', [...options, ...leaks, 'build/native/core-test', library], { RANKPLAN_FAKE_SCENARIO: mig });
  console.log('valgrind, native/core alone: clean');
  const addon = resolve(`dist/native/${process.platform}-${process.arch}/rankplan.node`);
  const suppressions = existsSync('native/test/valgrind.supp')
    ? ['--suppressions=native/test/valgrind.supp']
    : [];
  askAddon(['valgrind', ...options, ...suppressions], addon, library, scenarios, {});
  console.log(`valgrind, the addon: ${scenarios.length} scenarios, clean`);
}

/**
 * Under valgrind Node must not compile at run time (--jitless): it would be reported for code that it wrote. Each question
 * has two answers, of `discover` and of `observe`.
 */
function askAddon(prefix, addon, library, questions, env) {
  const node = [process.execPath, ...(prefix.length > 0 ? ['--jitless'] : [])];
  const [program, ...args] = [...prefix, ...node, 'test/native/ask-addon.cjs', addon, library];
  const answers = run(program, args, env, JSON.stringify(questions)).trim().split('\n');
  if (answers.length !== 2 * questions.length)
    throw new Error(`${answers.length} answers to ${questions.length} questions`);
}

function run(program, args, env = {}, input = '') {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    input,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  console.error(
    `${program} ${args.join(' ')}: ${error?.message ?? signal ?? `status ${status}`}\n${stdout}${stderr}`,
  );
  process.exit(1);
}

/** A tier that cannot run fails in CI, and says so elsewhere. */
function skip(tool, remedy) {
  console.error(`skipped: ${tool} is not there (${remedy})`);
  if (process.env.CI !== undefined) process.exitCode = 1;
}
