// Runs the native code under AddressSanitizer, UBSan and LeakSanitizer, then under valgrind: the parts in C++ alone, the
// guard, rankplan-probe, and the addon in Node, with every scenario and with each function of the drivers failing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readScenario } from './native/scenario.mjs';
import { findCompilers } from './native/toolchain.mjs';

process.chdir(join(import.meta.dirname, '..'));

/** The imitated machines; those in which a driver never answers, or dies, are left out: a sanitizer finds nothing in them. */
const readScenarios = (folder) =>
  readdirSync(folder)
    .filter((name) => !/^(hangs|crashes)/.test(name))
    .map((name) => readScenario(join(folder, name)));

/** The functions of an imitated driver. */
function listFunctions(folder, form) {
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return [...new Set(sources.flatMap((text) => text.match(form) ?? []))];
}

const MIG = 'test/native/scenarios/mig.txt';
const scenarios = readScenarios('test/native/scenarios');
const failures = listFunctions('native/test/fake/nvml', /\bnvml[A-Z]\w+(?=\()/g).flatMap((name) =>
  [3, 15, 999].map((status) => [...readScenario(MIG), `fail.${name} ${status}`]),
);

const scratch = mkdtempSync(join(tmpdir(), 'rankplan-sanitize-'));
process.on('exit', () => rmSync(scratch, { recursive: true }));
runSanitizers(resolve('build/native-sanitize'));
runValgrind();

function runSanitizers(folder) {
  run(process.execPath, ['scripts/build-native.mjs', '--tests', '--sanitize']);
  const library = join(folder, 'fake/libnvidia-ml.so.1');
  run(join(folder, 'core-test'), [library], { env: { RANKPLAN_FAKE_SCENARIO: MIG } });
  console.log('sanitizers, native/core alone: clean');
  run(join(folder, 'probe-test'), []);
  console.log(`sanitizers, rankplan-probe: ${runProbes(folder)} runs, clean`);
  const tests = ['test/native/serve', 'test/native/restarts', 'test/native/record'];
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...tests], {
    env: { RANKPLAN_TEST_EXEC: join(folder, 'rankplan-exec') },
  });
  console.log('sanitizers, rankplan-exec: clean');
  const { cxx } = findCompilers();
  const runtimes = ['libasan.so', 'libubsan.so'].map((name) =>
    run(cxx.program, [...cxx.args, `-print-file-name=${name}`]).stdout.trim(),
  );
  // Node itself is not built so, and keeps what it has until the end.
  const env = { LD_PRELOAD: runtimes.join(' '), ASAN_OPTIONS: 'detect_leaks=0' };
  askAddon([], join(folder, 'rankplan.node'), library, [...scenarios, ...failures], env);
  console.log(`sanitizers, the addon: ${scenarios.length + failures.length} scenarios, clean`);
}

/** Whatever happens, memory is handled as it should be, and given back; returns how many runs there were. */
function runProbes(folder) {
  const plain = readScenario('test/native/scores/two-l40s.txt');
  const functions = listFunctions('native/test/fake-cuda', /(?<=^EXPORT int )cu\w+(?=\()/gm);
  const late = ['cuLaunchKernel', 'cuEventRecord', 'cuMemAlloc_v2'];
  const machines = [
    ...readScenarios('test/native/scores'),
    ...functions.map((name) => [`fail.${name} 999`, ...plain]),
    ...late.map((name) => [`fail.${name}.1 719`, `after.${name} 30`, ...plain]),
  ];
  const library = (option, file) => [`--${option}`, join(folder, 'fake', file)];
  const libraries = [
    ...library('cuda', 'libcuda.so.1'),
    ...library('nvml', 'libnvidia-ml.so.1'),
    ...library('cublas', 'libcublas.so.13'),
  ];
  const scenario = join(scratch, 'scenario.txt');
  const env = { RANKPLAN_FAKE_SCENARIO: scenario, RANKPLAN_FAKE_STATE: scratch };
  for (const lines of machines) {
    writeFileSync(scenario, `${lines.join('\n')}\n`);
    for (const options of [[], ['--solo']]) {
      // 0: the document has the scores; 3: it has the reason why not. All else is a sanitizer's finding, or a crash.
      const known = { expected: [0, 3], timeout: 120_000 };
      const { stderr } = run(join(folder, 'rankplan-probe'), [...options, ...libraries], { env, ...known });
      // Memory of the imitated GPU that was not freed.
      if (stderr !== '' && !lines[0].startsWith('fail.cu')) throw new Error(`${lines[0]}: ${stderr}`);
    }
  }
  return 2 * machines.length;
}

function runValgrind() {
  if (spawnSync('valgrind', ['--version']).status !== 0)
    return skip('valgrind', '`apt-get install valgrind`');
  run(process.execPath, ['scripts/build-native.mjs', '--tests']);
  const options = ['--quiet', '--error-exitcode=9'];
  const leaks = ['--leak-check=full', '--errors-for-leak-kinds=definite,indirect'];
  const library = resolve('build/native/fake/libnvidia-ml.so.1');
  const env = { RANKPLAN_FAKE_SCENARIO: MIG };
  run('valgrind', [...options, ...leaks, 'build/native/core-test', library], { env });
  console.log('valgrind, native/core alone: clean');
  const addon = resolve(`dist/native/${process.platform}-${process.arch}/rankplan.node`);
  askAddon(['valgrind', ...options], addon, library, scenarios, {});
  console.log(`valgrind, the addon: ${scenarios.length} scenarios, clean`);
}

/**
 * Under valgrind Node must not compile at run time (--jitless): it would be reported for code that it wrote. Each question
 * has two answers, of `discover` and of `observe`.
 */
function askAddon(prefix, addon, library, questions, env) {
  const node = [process.execPath, ...(prefix.length > 0 ? ['--jitless'] : [])];
  const [program, ...args] = [...prefix, ...node, 'test/native/ask-addon.cjs', addon, library];
  const { stdout } = run(program, args, { env, input: JSON.stringify(questions) });
  const answers = stdout.trim().split('\n');
  if (answers.length !== 2 * questions.length)
    throw new Error(`${answers.length} answers to ${questions.length} questions`);
}

function run(program, args, { env = {}, input = '', expected = [0], timeout } = {}) {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    input,
    timeout,
    maxBuffer: 2 ** 26,
  });
  if (expected.includes(status) && !stderr.includes('Sanitizer')) return { stdout, stderr };
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
