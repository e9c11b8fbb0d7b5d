import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HANG_MS } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';
import { ADDON, fakeMachine, hasNative } from './fake-machine.ts';

const scratch = makeFolder('rankplan-probe-program-');

const PROGRAM = join(dirname(ADDON), 'rankplan-probe');
const FAKES = resolve('build/native/fake');
const DRIVERS = ['--cuda', join(FAKES, 'libcuda.so.1'), '--nvml', join(FAKES, 'libnvidia-ml.so.1')];

function probe(args: readonly string[], env: NodeJS.ProcessEnv = {}, program = PROGRAM, cwd = '.') {
  const { env: machine } = fakeMachine('../scores/two-l40s');
  return spawnSync(program, args, { cwd, encoding: 'utf8', env: { ...machine, ...env }, timeout: HANG_MS });
}

describe.skipIf(!hasNative)('rankplan-probe', () => {
  test('computes what it should, without a GPU', () => {
    const { status, stderr } = spawnSync(resolve('build/native/probe-test'), { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.each([
    [['--fast']],
    [['--metrics', 'bf16,fp64']],
    [['--metrics']],
    [['--progress-fd', 'three']],
    [['--deadline', '-1']],
  ])('%j is no command', (args) => {
    const { status, stdout, stderr } = probe(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('rankplan-probe: ');
  });

  test('measures the metrics that were asked for, in the date that was given', () => {
    const args = ['--metrics', 'h2d,bandwidth', '--date', '2026-11-21', '--cublas', 'none', ...DRIVERS];
    const { status, stdout, stderr } = probe(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const document = JSON.parse(stdout);
    const head = { date: '2026-11-21', pass: 'together', driver: '580.95.05', failure: null };
    expect(document).toMatchObject(head);
    for (const { metrics, peers } of document.gpus) {
      expect(metrics.map(({ metric }: { metric: string }) => metric)).toEqual(['bandwidth', 'h2d']);
      expect(peers).toEqual([]);
      for (const { samples, shortestSampleMs, warmUpMs, settled } of metrics) {
        expect(samples).toHaveLength(15);
        expect(shortestSampleMs).toBeGreaterThanOrEqual(19);
        expect(warmUpMs).toBeGreaterThanOrEqual(300);
        expect(settled).toBe(true);
      }
    }
  });

  test('without the management library there are figures, and no clocks', () => {
    const { status, stdout } = probe([...DRIVERS.slice(0, 2), '--nvml', '/nonexistent', '--metrics', 'copy']);
    const document = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(document).toMatchObject({ libraries: { nvml: null }, driver: null });
    expect(document.withoutNvml).toContain('/nonexistent: cannot open');
    expect(document.gpus[0].metrics[0]).toMatchObject({
      quality: 'ok',
      during: { smMHz: null, processes: null },
    });
  });

  test('a machine without a driver is a document, too', () => {
    const { status, stdout } = probe([], { RANKPLAN_FAKE_NO_DRIVER: '1' });
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      failure: { call: 'dlopen', advice: expect.stringContaining('libcuda.so.1 cannot be opened') },
      gpus: [],
    });
  });

  test('ends by itself when it takes too long', () => {
    const { RANKPLAN_FAKE_SCENARIO } = fakeMachine('../scores/hangs').env;
    const { signal } = probe(['--deadline', '1', ...DRIVERS], { RANKPLAN_FAKE_SCENARIO });
    expect(signal).toBe('SIGALRM');
  });
});

describe.skipIf(!hasNative)('cuBLAS is found', () => {
  const CUBLAS = join(FAKES, 'libcublas.so.13');

  /** A folder with a cuBLAS in it, below a prefix of its own. */
  function install(folder: string, name = 'libcublas.so.13'): string {
    const prefix = mkdtempSync(join(scratch, 'prefix-'));
    mkdirSync(join(prefix, folder), { recursive: true });
    symlinkSync(CUBLAS, join(prefix, folder, name));
    return prefix;
  }

  const nowhere = {
    ...{ PATH: '/nonexistent', HOME: '/nonexistent', VIRTUAL_ENV: '', CONDA_PREFIX: '', PYTHONPATH: '' },
    ...{ CUDA_HOME: '', CUDA_PATH: '', PYENV_ROOT: '', PYENV_VERSION: '' },
  };
  const find = (env: NodeJS.ProcessEnv, cwd = scratch) => {
    const args = ['--metrics', 'bf16', ...DRIVERS];
    const { status, stdout, stderr } = probe(args, { ...nowhere, ...env }, PROGRAM, cwd);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { libraries, gpus } = JSON.parse(stdout);
    return { file: libraries.cublas, metric: gpus[0].metrics[0] };
  };
  const TARGET = `targets/${process.arch === 'x64' ? 'x86_64' : 'sbsa'}-linux/lib`;
  const SITE = 'lib/python3.12/site-packages/nvidia';

  const places: [string, string, (prefix: string) => Record<string, string>][] = [
    ['a virtual environment, CUDA 13', `${SITE}/cu13/lib`, (prefix) => ({ VIRTUAL_ENV: prefix })],
    ['a virtual environment, CUDA 12', `${SITE}/cublas/lib`, (prefix) => ({ VIRTUAL_ENV: prefix })],
    ['conda', 'lib', (prefix) => ({ CONDA_PREFIX: prefix })],
    ['PYTHONPATH', 'nvidia/cublas/lib', (prefix) => ({ PYTHONPATH: `/nonexistent:${prefix}` })],
    ['a toolkit', 'lib64', (prefix) => ({ CUDA_HOME: prefix })],
    ['the home of the user', `.local/${SITE}/cu13/lib`, (prefix) => ({ HOME: prefix })],
    ['torch', 'lib/python3.12/site-packages/torch/lib', (prefix) => ({ VIRTUAL_ENV: prefix })],
    ['torch on PYTHONPATH', 'torch/lib', (prefix) => ({ PYTHONPATH: prefix })],
    ['a toolkit of this machine', TARGET, (prefix) => ({ CUDA_HOME: prefix })],
    ['pyenv', `versions/3.12.4/${SITE}/cu13/lib`, (prefix) => ({ PYENV_ROOT: prefix })],
    ['pyenv at home', `.pyenv/versions/3.12.4/${SITE}/cublas/lib`, (prefix) => ({ HOME: prefix })],
    ['the linker', '', (prefix) => ({ LD_LIBRARY_PATH: prefix })],
  ];
  test.each(some(places))('in %s', (_, folder, envOf) => {
    const prefix = install(folder);
    const { file, metric } = find(envOf(prefix));
    expect(file).toBe(join(prefix, folder, 'libcublas.so.13'));
    expect(metric).toMatchObject({ method: 'cublas-gemm-bf16-8192/1', details: { cublasVersion: 130100 } });
  });

  test.each(['python3', 'python'])('in the lib of conda, where only the PATH has its %s', (name) => {
    const prefix = install('lib');
    mkdirSync(join(prefix, 'bin'));
    symlinkSync('/bin/true', join(prefix, 'bin', name));
    expect(find({ PATH: join(prefix, 'bin') }).file).toBe(join(prefix, 'lib/libcublas.so.13'));
  });

  test('where the python3 of the PATH links to', () => {
    const prefix = install(`${SITE}/cu13/lib`);
    mkdirSync(join(prefix, 'bin'));
    writeFileSync(join(prefix, 'bin/python3.12'), '#!/bin/sh\n', { mode: 0o755 });
    const programs = mkdtempSync(join(scratch, 'programs-'));
    symlinkSync(join(prefix, 'bin/python3.12'), join(programs, 'python3'));
    expect(find({ PATH: programs }).file).toBe(join(prefix, SITE, 'cu13/lib/libcublas.so.13'));
  });

  test.each(['.venv', 'venv'])('in a %s of a folder above, which nobody has activated', (name) => {
    const prefix = install(`${name}/${SITE}/cu13/lib`);
    mkdirSync(join(prefix, 'src/deep'), { recursive: true });
    expect(find({}, join(prefix, 'src/deep')).file).toBe(
      join(prefix, name, SITE, 'cu13/lib/libcublas.so.13'),
    );
  });

  test('beside the python3 of the PATH, also one that is a link', () => {
    const prefix = install(`${SITE}/cu13/lib`);
    mkdirSync(join(prefix, 'bin'));
    symlinkSync('/bin/true', join(prefix, 'bin/python3'));
    expect(find({ PATH: `/nonexistent:${join(prefix, 'bin')}` }).file).toBe(
      join(prefix, SITE, 'cu13/lib/libcublas.so.13'),
    );
  });

  test('the environment that is active comes before the system', () => {
    const [active, system] = [install(`${SITE}/cu13/lib`), install('lib64')];
    expect(find({ VIRTUAL_ENV: active, CUDA_HOME: system }).file).toContain(active);
  });

  test('not a version that is newer than the driver, and nothing that is none', () => {
    const old = join(mkdtempSync(join(scratch, 'old-')), 'scenario.txt');
    const { env } = fakeMachine('../scores/two-l40s');
    const text = readFileSync(String(env['RANKPLAN_FAKE_SCENARIO']), 'utf8');
    writeFileSync(old, text.replace('cuda 13000', 'cuda 12020'));
    const newer = find({ VIRTUAL_ENV: install(`${SITE}/cu13/lib`), RANKPLAN_FAKE_SCENARIO: old });
    expect(newer.file).toBeNull();
    expect(newer.metric.lasting).toBe(false);
    expect(newer.metric.absent).toContain('cuBLAS was not found');
    expect(newer.metric.absent).toContain('`pip install nvidia-cublas-cu12`');
    expect(newer.metric.absent).toMatch(
      /; \/\S+\/cu13\/lib\/libcublas\.so\.13 was passed over: it is newer than CUDA 12/,
    );
    const { stdout } = probe(['--metrics', 'bf16', '--cublas', join(FAKES, 'libnvidia-ml.so.1'), ...DRIVERS]);
    expect(JSON.parse(stdout).gpus[0].metrics[0].absent).toContain('lacks functions');
  });
});

/** Without one there is a test less, not one that is skipped: what is committed has been assembled before. */
const hasAssembler = (process.env['PTXAS'] ?? '') !== '';

describe('the kernels', () => {
  test('are for drivers of 2017 and later', () => {
    const header = readFileSync('native/cuda/kernels/kernels-ptx.h', 'utf8');
    expect(header).toContain('R"ptx(.version 5.0\n.target sm_60\n');
  });

  // CI installs an assembler; developers name theirs (`pip install nvidia-cuda-nvcc-cu12` has one).
  const assemble = () => {
    const words = ['scripts/native/generate-ptx.mjs', '--check'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^sm_60: \d+ and \d+ registers$/m);
    expect(stdout).toMatch(/^sm_120: \d+ and \d+ registers$/m);
    expect(stdout).not.toContain('spills');
  };
  if (hasAssembler) test('are assembled for every architecture', assemble);
});

describe.skipIf(!hasNative)('rankplan-probe --watch', () => {
  const machine = () => fakeMachine('../scores/two-l40s').env;
  const watch = (input: string, args: readonly string[] = DRIVERS.slice(2)) =>
    spawnSync(PROGRAM, ['--watch', ...args], { encoding: 'utf8', env: machine(), input, timeout: HANG_MS });
  const answers = (stdout: string) => stdout.split('\n').filter((line) => line.startsWith('{'));

  test('answers at once, and once for questions that come together, until stdin ends', () => {
    for (const [input, count] of [
      ['', 1],
      ['\n', 2],
    ] as const) {
      const { status, stdout, stderr } = watch(input);
      expect({ status, stderr, count: answers(stdout).length }).toEqual({ status: 0, stderr: '', count });
      expect(stdout).toMatch(/^dlopen -1\nnvmlInit_v2 -1\n/);
      const answer = JSON.parse(answers(stdout)[0] ?? '');
      expect(answer).toMatchObject({ kind: 'found', guard: process.pid, seen: [], ancestors: [] });
      expect(answer.gpus.length).toBe(2);
    }
  });

  test('says what it lacks', () => {
    const { status, stdout } = watch('', ['--nvml', '/nonexistent/libnvidia-ml.so.1']);
    expect([status, JSON.parse(answers(stdout)[0] ?? '').kind]).toEqual([0, 'no-library']);
  });

  test('tells of a process its ancestors, and the rank that its environment names', () => {
    const own = { RANKPLAN_RUN_DIR: '/runs/1', RANKPLAN_RANK: '3', RANKPLAN_CUDA: DRIVERS[1] };
    const script = `"$0" hold=1:10 wait=1000 >/dev/null 2>&1 & echo "$!"
      for _ in {1..600}; do
        answer=$("$1" --watch --folder "$2" --nvml "$3" </dev/null)
        [[ $answer != *'"seen":[{'* ]] || break
        sleep 0.05
      done
      kill "$!"; printf '%s\\n' "$answer"`;
    const run = (folder: string) => {
      const words = [resolve('build/native/hold-gpu'), PROGRAM, folder, DRIVERS[3] ?? ''];
      const options = { encoding: 'utf8', env: { ...machine(), ...own }, timeout: HANG_MS } as const;
      const { stdout } = spawnSync('bash', ['-c', script, ...words], options);
      return { pid: Number(stdout.split('\n')[0]), ...JSON.parse(answers(stdout)[0] ?? '{}') };
    };
    const { pid, seen, ancestors } = run('/runs/1');
    expect(seen).toMatchObject([{ pid, exists: true, command: 'hold-gpu', rank: 3, hasCuda: true }]);
    expect(seen[0].start).toBeGreaterThan(0);
    expect(ancestors.map((one: { pid: number }) => one.pid)).toContain(process.pid);
    const other = run('/runs/2');
    expect(other.seen).toMatchObject([{ pid: other.pid, rank: null }]);
  });
});
