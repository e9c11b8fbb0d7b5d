import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type DriverSession, openDriver } from '../../src/runtime/driver/driver-session.ts';
import type { NativeUses } from '../../src/runtime/driver/parse-answer.ts';
import { HANG_MS } from '../patience.ts';
import { findProcesses } from './exec-fixture.ts';
import { type FakeMachine, fakeMachine, hasNative } from './fake-machine.ts';

const PATIENCE_MS = HANG_MS;
const GIB = 2 ** 30;

const sessions: DriverSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
  vi.unstubAllEnvs();
});

interface Watched {
  readonly machine: FakeMachine;
  readonly driver: DriverSession;
}

/** A session on a machine of test/native/scenarios, with lines that come before its own. */
function open(scenario: string, lines: readonly string[] = []): Watched {
  const machine = fakeMachine(scenario, { lines });
  for (const [name, value] of Object.entries(machine.env)) vi.stubEnv(name, value);
  const library = machine.env['RANKPLAN_NVML'] ?? null;
  const explicit = machine.env['RANKPLAN_NATIVE'] ?? null;
  const driver = openDriver({ explicit, folder: resolve('dist'), library });
  sessions.push(driver);
  return { machine, driver };
}

/** This process holds so much, as imitated CUDA would tell it. */
const hold = ({ machine }: Watched, ...lines: readonly string[]): void =>
  writeFileSync(join(machine.env['RANKPLAN_FAKE_STATE'] ?? '', `cuda-${process.pid}`), lines.join('\n'));

async function observe({ driver }: Watched): Promise<NativeUses['gpus']> {
  const seen = await driver.observe(PATIENCE_MS);
  if (seen.kind !== 'found') throw new Error(`expected an observation, not ${JSON.stringify(seen)}`);
  return seen.gpus;
}

const OWN = { pid: process.pid, gpuInstance: null, computeInstance: null, isMpsClient: false };

describe.skipIf(!hasNative)('an observation of the driver', () => {
  test('tells processes, memory and use, and what changes', async () => {
    const lines = ['gpu.3.used 1048576', 'gpu.3.utilization 97', 'gpu.5.processes 4711'];
    const watched = open('eight-h100-nvswitch', lines);
    const before = await observe(watched);
    expect(before).toHaveLength(8);
    expect(before[3]).toMatchObject({ usedBytes: 2 ** 20, utilization: 97, processes: [], failure: null });
    expect(before[5]?.processes).toEqual([{ ...OWN, pid: 4711, usedBytes: GIB }]);
    hold(watched, `3 -1 ${2 * GIB}`, `0 -1 ${GIB}`);
    const after = await observe(watched);
    expect(after[3]).toMatchObject({
      usedBytes: 2 * GIB + 2 ** 20,
      processes: [{ ...OWN, usedBytes: 2 * GIB }],
    });
    expect(after[0]?.processes).toEqual([{ ...OWN, usedBytes: GIB }]);
    expect(after[1]?.processes).toEqual([]);
    const found = { kind: 'found', driver: expect.any(String) };
    expect(await watched.driver.discover(PATIENCE_MS)).toMatchObject(found);
  });

  test.each([
    ['of 535, with longer elements', 'library 535', GIB],
    ['that is old, with shorter ones', 'library old', GIB],
    ['that does not tell bytes', 'process-bytes none', null],
    ['that tells no bytes', 'process-bytes zero', 0],
  ])('of a driver %s', async (_, line, usedBytes) => {
    const watched = open('eight-h100-nvswitch', [line]);
    hold(watched, `0 -1 ${GIB}`, `1 -1 ${GIB}`);
    writeFileSync(join(watched.machine.env['RANKPLAN_FAKE_STATE'] ?? '', 'cuda-1'), `1 -1 ${GIB}\n`);
    const gpus = await observe(watched);
    expect(gpus[0]?.processes).toEqual([{ ...OWN, usedBytes }]);
    const second = gpus[1]?.processes?.toSorted((a, b) => a.pid - b.pid);
    expect(second).toEqual([
      { ...OWN, pid: 1, usedBytes },
      { ...OWN, usedBytes },
    ]);
  });

  test('of more processes than there was room for', async () => {
    const pids = Array.from({ length: 300 }, (_, i) => 1000 + i);
    const [, , gpu] = await observe(open('four-l40s', [`gpu.2.processes ${pids.join()}`]));
    expect(gpu?.processes).toHaveLength(300);
    expect(gpu?.processes?.map(({ pid }) => pid)).toEqual(pids);
  });

  test('has a process once that is listed for each of its clients', async () => {
    const lines = [`gpu.1.processes 11:${GIB},12,11:${2 * GIB}`, 'gpu.1.mps-clients 12'];
    const [, gpu] = await observe(open('four-l40s', lines));
    expect(gpu?.processes).toEqual([
      { ...OWN, pid: 11, usedBytes: 2 * GIB },
      { ...OWN, pid: 12, usedBytes: GIB, isMpsClient: true },
    ]);
  });

  test('tells who draws apart, and what is held apart from what firmware keeps', async () => {
    const lines = [`gpu.*.reserved ${3 * GIB}`, `gpu.0.graphics 21:${GIB}`];
    const [drawing, idle] = await observe(open('four-l40s', lines));
    expect(drawing).toMatchObject({ processes: [], heldBytes: GIB, graphicsProcesses: [{ pid: 21 }] });
    expect(idle).toMatchObject({ heldBytes: 0, graphicsProcesses: [], gpuInstance: null });
  });

  test.each([
    ['cannot tell them apart', ['fail.nvmlDeviceGetMemoryInfo_v2 3'], 4 * GIB, null],
    ['shares its memory with the host', ['gpu.0.numa-of-its-own 9'], GIB, null],
    ['counts no reserve yet', ['library old'], GIB, GIB],
  ])('does not take the reserve for held where the driver %s', async (_, lines, usedBytes, heldBytes) => {
    const use = ['gpu.0.processes 11', `gpu.*.reserved ${3 * GIB}`];
    const [gpu] = await observe(open('four-l40s', [...use, ...lines]));
    expect(gpu).toMatchObject({ usedBytes, heldBytes });
  });

  test('tells clients of MPS beside its server', async () => {
    const watched = open('four-l40s', ['gpu.1.processes 11', 'gpu.1.mps-clients 12,13']);
    const [, gpu] = await observe(watched);
    const told = gpu?.processes?.map(({ pid, isMpsClient }) => `${pid} ${isMpsClient}`);
    expect(told).toEqual(['11 false', '12 true', '13 true']);
  });

  test('tells the instances of a GPU under MIG', async () => {
    const watched = open('mig');
    hold(watched, `1 2 ${GIB}`);
    const [whole, divided] = await observe(watched);
    expect(whole?.instances).toEqual([]);
    expect(divided?.instances.map(({ gpuInstance }) => typeof gpuInstance)).toEqual(Array(3).fill('number'));
    const told = divided?.instances.map(({ uuid, processes }) => `${uuid?.slice(-1)}: ${processes?.length}`);
    expect(told).toEqual(['0: 0', '2: 1', '3: 0']);
  });

  test('of a GPU that lists no processes, and of one that is lost', async () => {
    const refusals = ['ComputeRunningProcesses_v3.1 4', 'MemoryInfo_v2.2 15'];
    const lines = refusals.map((line) => `fail.nvmlDeviceGet${line}`);
    const gpus = await observe(open('eight-h100-nvswitch', lines));
    expect(gpus[1]).toMatchObject({ processes: null, failure: null });
    expect(gpus[2]?.failure).toMatchObject({ call: 'nvmlDeviceGetMemoryInfo_v2', status: 15 });
    expect(gpus[3]).toMatchObject({ processes: [], failure: null });
  });
});

describe.skipIf(!hasNative)('a driver', () => {
  test('that hangs does not hold the process that asks it when the asker is gone', async () => {
    const { env } = fakeMachine('four-l40s', { lines: ['hang.nvmlInit_v2 1'] });
    const places = { explicit: null, folder: resolve('dist'), library: env['RANKPLAN_NVML'] ?? null };
    const child = spawn(process.execPath, [resolve('dist/ask-driver.cjs'), JSON.stringify(places)], {
      env,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    });
    child.stdin?.end('discover\n');
    try {
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('that hangs once is not asked again', async () => {
    const { driver } = open('eight-h100-nvswitch', ['hang.nvmlDeviceGetUtilizationRates.4 1']);
    expect(await driver.discover(PATIENCE_MS)).toMatchObject({ kind: 'found' });
    const hang = { kind: 'hangs', call: 'nvmlDeviceGetUtilizationRates', gpu: 4 };
    expect(await driver.observe(200)).toEqual(hang);
    expect(await driver.observe(PATIENCE_MS)).toEqual(hang);
  });

  test('that crashes is told, and told again', async () => {
    const { driver } = open('eight-h100-nvswitch', ['crash.nvmlDeviceGetUtilizationRates 1']);
    const crash = { kind: 'crashed', how: 'SIGSEGV', said: '' };
    expect(await driver.observe(PATIENCE_MS)).toEqual(crash);
    expect(await driver.discover(PATIENCE_MS)).toEqual(crash);
  });

  test('beyond reach is not waited for', async () => {
    const { driver } = open('eight-h100-nvswitch', ['stop.nvmlInit_v2 1']);
    expect(await driver.observe(100)).toEqual({ kind: 'hangs', call: 'nvmlInit_v2', gpu: null });
  });

  test('that is slow is waited for', async () => {
    const { driver } = open('eight-h100-nvswitch', ['slow.nvmlDeviceGetUtilizationRates 100']);
    expect(await driver.observe(PATIENCE_MS)).toMatchObject({ kind: 'found' });
    expect(await driver.discover(PATIENCE_MS)).toMatchObject({ kind: 'found' });
  });

  test('has its time for all calls together', async () => {
    const { driver } = open('eight-h100-nvswitch', ['slow.nvmlDeviceGetUtilizationRates 600']);
    expect(await driver.observe(1000)).toMatchObject({ kind: 'hangs' });
  });

  test('whose process does not start is told', async () => {
    const driver = openDriver({ explicit: null, folder: '/nonexistent', library: null });
    sessions.push(driver);
    expect(await driver.observe(PATIENCE_MS)).toMatchObject({ kind: 'crashed', how: 'status 1' });
  });

  test('answers questions in their order', async () => {
    const { driver } = open('eight-h100-nvswitch');
    const asked = [driver.discover(PATIENCE_MS), driver.observe(PATIENCE_MS), driver.discover(PATIENCE_MS)];
    const told = await Promise.all<object>(asked);
    expect(told.map((answer) => 'cudaVersion' in answer)).toEqual([true, false, true]);
  });

  test('is not there without the native part', async () => {
    const { driver } = open('no-addon');
    const missing = { kind: 'no-addon', failures: [{ reason: /./ }] };
    expect(await driver.observe(PATIENCE_MS)).toMatchObject(missing);
  });
});

test.skipIf(!hasNative)(
  'the process that asks ends with the one that wanted to know, however that ends',
  async () => {
    const { env } = fakeMachine('eight-h100-nvswitch');
    const mark = `RANKPLAN_SYSFS=${env['RANKPLAN_SYSFS']}`; // a folder that no other process was given
    // SIGKILL: nothing of the asking process can clean up.
    const script = `
    const { spawn } = require('node:child_process');
    const places = { explicit: null, folder: process.argv[1], library: process.env.RANKPLAN_NVML };
    const child = spawn(process.execPath, [process.argv[1] + '/ask-driver.cjs', JSON.stringify(places)],
      { stdio: ['pipe', 'ignore', 'ignore', 'pipe'], detached: true });
    child.stdio[3].once('data', () => process.kill(process.pid, 'SIGKILL'));
    child.stdin.write('observe\\n');`;
    expect(() =>
      execFileSync(process.execPath, ['-e', script, resolve('dist')], { env, stdio: 'ignore' }),
    ).toThrow();
    await vi.waitFor(() => expect(findProcesses(mark)).toEqual([]), { timeout: PATIENCE_MS });
  },
);
