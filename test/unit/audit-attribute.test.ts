import { expect, test } from 'vitest';
import { createAttributor } from '../../src/runtime/audit/attribute-processes.ts';
import type { SampledProcess } from '../../src/runtime/driver/parse-answer.ts';

type Imitated = Partial<SampledProcess>;

const GUARD = 10;

/** By default it is there, tells all of itself, and has CUDA loaded. */
function describe(pid: number, given: Imitated): SampledProcess {
  return { pid, parent: 1, start: 1, exists: true, command: null, rank: null, hasCuda: true, ...given };
}

/** A guard with the ranks 0 and 1 as processes 100 and 101, and what else there is. */
function create(others: readonly (readonly [number, Imitated])[] = []) {
  const processes = new Map<number, Imitated>([
    [GUARD, { parent: 1 }],
    [100, { parent: GUARD }],
    [101, { parent: GUARD }],
    ...others,
  ]);
  const find = (pid: number) => {
    const given = processes.get(pid);
    return given && describe(pid, given);
  };
  const attributor = createAttributor([0, 1], { guardPid: () => GUARD, find });
  attributor.noteStart(0, 100);
  attributor.noteStart(1, 101);
  return { processes, attributor, ownerOf: (pid: number) => attributor.attribute(pid).owner };
}

test('a rank, its children and theirs are its own', () => {
  const { ownerOf } = create([
    [200, { parent: 101 }],
    [201, { parent: 200 }],
  ]);
  expect([100, 101, 200, 201].map(ownerOf)).toEqual([0, 1, 1, 1].map((rank) => ({ kind: 'rank', rank })));
});

test('what was a rank’s stays so when its parents have ended, and the guard has it', () => {
  const { ownerOf, processes } = create([[200, { parent: 101 }]]);
  expect(ownerOf(200)).toEqual({ kind: 'rank', rank: 1 });
  processes.delete(101);
  processes.set(200, { parent: GUARD });
  expect(ownerOf(200)).toEqual({ kind: 'rank', rank: 1 });
});

test('an orphan is known by the mark in its environment, and else only to be of this run', () => {
  const { ownerOf } = create([
    [200, { parent: GUARD, rank: 1 }],
    [201, { parent: GUARD }],
    [202, { parent: 1, rank: 0 }],
  ]);
  expect([200, 201, 202].map(ownerOf)).toEqual([
    { kind: 'rank', rank: 1 },
    { kind: 'run' },
    { kind: 'rank', rank: 0 },
  ]);
});

test('marks of other runs, and of ranks that are not here, mean nothing', () => {
  const { ownerOf } = create([
    [200, { parent: 1, rank: null, command: 'python' }],
    [201, { parent: 1, rank: 7, command: 'python' }],
  ]);
  for (const pid of [200, 201]) expect(ownerOf(pid)).toEqual({ kind: 'foreign', command: 'python' });
});

test('a run within a rank is the rank’s', () => {
  const { ownerOf } = create([[200, { parent: 100, rank: null }]]);
  expect(ownerOf(200)).toEqual({ kind: 'rank', rank: 0 });
});

test('the server of MPS is nobody’s, also where a rank has started it: it is on the GPUs of all', () => {
  const server = { kind: 'foreign', command: 'nvidia-cuda-mps' };
  const { ownerOf } = create([
    [200, { parent: 101, command: 'nvidia-cuda-mps' }],
    [201, { parent: GUARD, rank: 1, command: 'nvidia-cuda-mps' }],
  ]);
  expect([200, 201].map(ownerOf)).toEqual([server, server]);
});

test('a PID that is used again is not the process that it was', () => {
  const { ownerOf, processes } = create([[200, { parent: 101 }]]);
  expect(ownerOf(200)).toEqual({ kind: 'rank', rank: 1 });
  processes.set(200, { parent: 1, start: 99, command: 'other' });
  expect(ownerOf(200)).toEqual({ kind: 'foreign', command: 'other' });
  processes.set(101, { parent: 1, start: 99, command: 'other' });
  processes.set(300, { parent: 101 });
  expect(ownerOf(101)).toEqual({ kind: 'foreign', command: 'other' });
  expect(ownerOf(300)).toMatchObject({ kind: 'foreign' });
});

test('a rank that had ended when its start was told lends its PID to nobody', () => {
  const { attributor, ownerOf } = create([[300, { parent: 1, command: 'other' }]]);
  attributor.noteStart(1, 300);
  expect(ownerOf(300)).toEqual({ kind: 'foreign', command: 'other' });
});

test('a process without CUDA, or that lets nobody see it, is not proven to be the one on the GPU', () => {
  const { ownerOf, processes } = create([
    [200, { parent: 101, hasCuda: false }],
    [201, { parent: 101, hasCuda: null }],
  ]);
  expect([200, 201].map(ownerOf)).toEqual([1, 1].map((rank) => ({ kind: 'unproven', rank })));
  processes.set(200, { parent: 101, hasCuda: true });
  expect(ownerOf(200)).toEqual({ kind: 'rank', rank: 1 });
});

test('one that is hidden is somebody else’s, and one that is not there is absent', () => {
  const { ownerOf } = create([[200, { parent: null, start: null }]]);
  expect(ownerOf(200)).toEqual({ kind: 'foreign', command: null });
  expect(ownerOf(4_000_000)).toEqual({ kind: 'absent' });
  expect(ownerOf(0)).toEqual({ kind: 'foreign', command: null });
});

test('a line of ancestors without end is left', () => {
  const { ownerOf } = create([
    [200, { parent: 201 }],
    [201, { parent: 200 }],
  ]);
  expect(ownerOf(200)).toEqual({ kind: 'foreign', command: null });
});
