import { expect, test, vi } from 'vitest';
import { listGpus } from '../../src/runtime/audit/attribute-processes.ts';
import { startAudit } from '../../src/runtime/audit/audit-ranks.ts';
import { createGpuSampler, type GpuSample } from '../../src/runtime/audit/gpu-sampler.ts';
import { chooseDelay, explainSilence, watchGpus } from '../../src/runtime/audit/watch-gpus.ts';
import type { NativeGpuUse, NativeUses } from '../../src/runtime/driver/parse-answer.ts';
import { gpuUse } from '../native-use.ts';
import { plan } from './audit-fixture.ts';

const gpu = (bus: number, given: Partial<NativeGpuUse> = {}): NativeGpuUse =>
  gpuUse(`GPU-${bus}`, {
    pci: { domain: 0, bus, device: 0 },
    ...{ usedBytes: 1, heldBytes: 1, totalBytes: 2, graphicsProcesses: [], utilization: 3 },
    ...given,
  });
const nobody = () => ({ start: null, owner: { kind: 'absent' } as const });
const list = (...gpus: readonly NativeGpuUse[]) =>
  listGpus(gpus, nobody).map(({ key, name, index }) => [key, name, index]);

test('GPUs are named as CUDA counts them, and MIG instances by UUID in place of their GPU', () => {
  const { usedBytes, heldBytes, totalBytes, processes, graphicsProcesses } = gpu(0);
  const use = { usedBytes, heldBytes, totalBytes, gpuInstance: 1, processes, graphicsProcesses };
  const divided = gpu(2, {
    instances: [
      { uuid: 'MIG-a', ...use },
      { uuid: null, ...use },
    ],
  });
  expect(list(gpu(9), divided, gpu(1))).toEqual([
    ['GPU-1', 'GPU 0', 0],
    ['MIG-a', 'MIG-a', null],
    ['1:1', 'instance 1:1', null],
    ['GPU-9', 'GPU 2', 2],
  ]);
});

test('behind a GPU that cannot be used, no index is certain', () => {
  const failure = { call: 'x', status: 15, text: '' };
  const sick = gpu(2, { failure, uuid: null, processes: null });
  expect(list(gpu(1), sick, gpu(3))).toEqual([
    ['GPU-1', 'GPU 0', 0],
    ['1', 'GPU 1', null],
    ['GPU-3', 'GPU 2', null],
  ]);
});

test('where the driver does not list by address, one that hides its own leaves all indices uncertain', () => {
  const failure = { call: 'x', status: 15, text: '' };
  const hidden = gpu(1, { failure, uuid: null, pci: null, processes: null });
  expect(list(gpu(9), gpu(5), hidden).map(([key, , index]) => [key, index])).toEqual([
    ['GPU-5', null],
    ['GPU-9', null],
    ['2', null],
  ]);
  expect(list(gpu(5), gpu(9), hidden).map(([key, , index]) => [key, index])).toEqual([
    ['GPU-5', 0],
    ['GPU-9', 1],
    ['2', null],
  ]);
});

test('samples are dense at first and sparse later, and leave half of the time to a slow driver', () => {
  expect([0, 1000, 8000, 40_000, 1e9].map((elapsed) => chooseDelay(elapsed, 0, 10_000))).toEqual([
    250, 250, 1000, 5000, 10_000,
  ]);
  expect(chooseDelay(0, 3000, 10_000)).toBe(3000);
  expect(chooseDelay(1e9, 0, 2000)).toBe(2000);
});

test('one sample at a time; an answer that comes too late, or after a failure, is not looked at', async () => {
  vi.useFakeTimers();
  try {
    const answers: ((answer: GpuSample) => void)[] = [];
    const seen: string[] = [];
    const start = () =>
      watchGpus({
        observe: () => new Promise((resolve) => answers.push(resolve)),
        longestDelayMs: 10_000,
        begin: () => ({ atMs: 0, running: [] }),
        see: () => seen.push('sample'),
        stop: ({ code }) => seen.push(code),
      });
    const answer = async (kind: 'found' | 'hangs') => {
      answers.at(-1)?.({ kind, gpus: [] } as unknown as NativeUses);
      await vi.advanceTimersByTimeAsync(0);
    };
    const watch = start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers.length).toBe(1);
    expect(watch.stop()).not.toBe(null);
    await answer('found');
    expect(seen).toEqual([]);
    const other = start();
    await vi.advanceTimersByTimeAsync(250);
    await answer('found');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(answers.length).toBe(3);
    await answer('hangs');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([answers.length, seen]).toEqual([3, ['sample', 'driver-hangs']]);
    expect(other.stop()).toBe(null);
  } finally {
    vi.useRealTimers();
  }
});

test('a bug in the audit ends the audit', async () => {
  const told = await new Promise<{ code: string; message: string }>((resolve) => {
    watchGpus({
      observe: async () => ({ kind: 'found', gpus: [] }) as unknown as NativeUses,
      longestDelayMs: 1,
      begin: () => ({ atMs: 0, running: [] }),
      see: () => {
        throw new Error('oops');
      },
      stop: resolve,
    });
  });
  expect(told).toEqual({ code: 'audit-failed', message: 'a bug in rankplan ended the audit: Error: oops' });
});

test('a driver that has not answered when the ranks have ended is told', async () => {
  vi.useFakeTimers();
  try {
    const audit = startAudit({
      ...{ audited: plan({ ranks: [0] }), mode: 'enforce', longestDelayMs: 10_000 },
      ...{ sampler: createGpuSampler(() => {}), isSampled: true, tell: () => {} },
    });
    audit.noteStart(0, 100);
    await vi.advanceTimersByTimeAsync(5000);
    expect(audit.latest()).toBe(null);
    const { report, found } = audit.end();
    expect(found).toEqual([]);
    expect(report).toMatchObject({ verdict: 'unverified', looks: 0, reasons: [{ code: 'driver-hangs' }] });
  } finally {
    vi.useRealTimers();
  }
});

const uses = { openFailures: [], lacks: 'nvmlInit', library: 'x.so', gpus: [] };
const failed = (status: number): NativeUses => ({
  ...uses,
  kind: 'failed',
  failure: { call: 'nvmlInit_v2', status, text: 'No' },
});

test.each<[GpuSample, string, string]>([
  [failed(4), 'no-permission', 'may not be used: nvmlInit_v2 of x.so answered 4, "No"'],
  [failed(9), 'driver-fails', 'is not loaded: '],
  [{ ...failed(0), kind: 'no-library' }, 'no-driver', 'there is no NVIDIA driver library'],
  [{ ...failed(0), kind: 'useless-library' }, 'no-driver', 'x.so has no function nvmlInit'],
  [{ kind: 'crashed', how: 'SIGSEGV', said: 'oh' }, 'driver-crashed', '(SIGSEGV): oh'],
  [
    { kind: 'hangs', call: 'nvmlX', gpu: 0 },
    'driver-hangs',
    'did not answer nvmlX about GPU 0 of its list within 10 s',
  ],
])('a silent driver is told by its reason: %#', (silence, code, words) => {
  const reason = explainSilence(silence);
  expect(reason.code).toBe(code);
  expect(reason.message).toContain(words);
});
