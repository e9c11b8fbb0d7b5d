// Runs rankplan-probe, built with sanitizers, on every imitated machine, and with each function of the imitated CUDA
// driver and cuBLAS failing: whatever happens, memory is handled as it should be, and given back.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readScenario } from './scenario.mjs';

const SCORES = 'test/native/scores';
const SOURCES = 'native/test/fake-cuda';
/** 0: the scores are in the document; 3: the reason why there are none. All else is a sanitizer's finding, or a crash. */
const EXPECTED = [0, 3];

/** Throws on the first finding; returns how many runs were clean. `folder` has what was built so. */
export function sanitizeProbe(folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'rankplan-sanitize-'));
  try {
    const machines = readdirSync(SCORES)
      .filter((name) => name !== 'hangs.txt')
      .map((name) => [name, readScenario(join(SCORES, name)).join('\n')]);
    const plain = readFileSync(join(SCORES, 'two-l40s.txt'), 'utf8');
    const failures = listFunctions().map((name) => [name, `fail.${name} 999\n${plain}`]);
    const late = ['cuLaunchKernel', 'cuEventRecord', 'cuMemAlloc_v2'].map((name) => [
      `${name}, late`,
      `fail.${name}.1 719\nafter.${name} 30\n${plain}`,
    ]);
    const runs = [...machines, ...failures, ...late].flatMap(([name, text]) =>
      [[], ['--solo']].map((options) => ({ name, text, options })),
    );
    for (const run of runs) runOne(folder, scratch, run);
    runProgram(join(folder, 'probe-test'), [], {}, [0]);
    return runs.length + 1;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function listFunctions() {
  const sources = readdirSync(SOURCES).filter((name) => name.endsWith('.c'));
  const found = sources.flatMap((name) =>
    [...readFileSync(join(SOURCES, name), 'utf8').matchAll(/^EXPORT int (cu\w+)\(/gm)].map(
      ([, symbol]) => symbol,
    ),
  );
  return [...new Set(found)].sort();
}

function runOne(folder, scratch, { name, text, options }) {
  const scenario = join(scratch, 'scenario.txt');
  writeFileSync(scenario, text);
  const library = (file) => resolve(folder, 'fake', file);
  const args = ['--cuda', library('libcuda.so.1'), '--nvml', library('libnvidia-ml.so.1')];
  const env = { RANKPLAN_FAKE_SCENARIO: scenario, RANKPLAN_FAKE_STATE: scratch };
  const program = join(folder, 'rankplan-probe');
  const said = runProgram(
    program,
    [...options, ...args, '--cublas', library('libcublas.so.13')],
    env,
    EXPECTED,
  );
  // Memory of the imitated GPU that was not freed.
  if (said !== '' && !text.startsWith('fail.cu')) throw new Error(`${name}: ${said}`);
}

function runProgram(program, args, env, expected) {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (expected.includes(status) && !stderr.includes('Sanitizer')) return stderr;
  throw new Error(
    `${program} ${args.join(' ')}: ${error?.message ?? signal ?? `status ${status}`}\n${stdout}${stderr}`,
  );
}
