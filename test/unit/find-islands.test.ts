import { describe, expect, test } from 'vitest';
import { findIslands } from '../../src/compiler/inventory/find-islands.ts';
import { planOf } from '../compile-text.ts';
import { readAlways } from '../read-beside.ts';

/** Whole GPUs from a matrix as `nvidia-smi topo -m` prints it; `-` is not known. */
const machine = (rows: string, numaNodes: readonly number[] = []) =>
  rows
    .trim()
    .split('\n')
    .map((row, index) => ({
      index,
      links: row
        .trim()
        .split(/ +/)
        .map((word) => (word === '-' ? null : word)),
      numaNode: numaNodes[index] ?? null,
    }));

const PAIRS = `
  X   NV4 SYS SYS
  NV4 X   SYS SYS
  SYS SYS X   NV4
  SYS SYS NV4 X`;

describe('findIslands', () => {
  test.each<[string, string, readonly number[] | null, (readonly number[])?]>([
    ['bridged pairs', PAIRS, [0, 0, 1, 1]],
    ['pairs that alternate', 'X SYS NV4 SYS\nSYS X SYS NV4\nNV4 SYS X SYS\nSYS NV4 SYS X', [0, 1, 0, 1]],
    ['a switch that joins all', 'X NV18 NV18\nNV18 X NV18\nNV18 NV18 X', null],
    ['a chain of links', 'X NV1 SYS\nNV1 X NV1\nSYS NV1 X', null],
    ['a pair, a NUMA node', 'X NV4 SYS SYS\nNV4 X SYS SYS\nSYS SYS X NODE\nSYS SYS NODE X', [0, 0, 1, 1]],
    ['a pair, two far apart', 'X NV4 SYS SYS\nNV4 X SYS SYS\nSYS SYS X SYS\nSYS SYS SYS X', [0, 0, 1, 2]],
    ['two NUMA nodes', 'X PHB SYS SYS\nPHB X SYS SYS\nSYS SYS X NODE\nSYS SYS NODE X', [0, 0, 1, 1]],
    [
      'switches below one NUMA node',
      'X PIX NODE NODE\nPIX X NODE NODE\nNODE NODE X PXB\nNODE NODE PXB X',
      [0, 0, 1, 1],
    ],
    [
      'switches below two NUMA nodes: these count',
      'X PIX NODE SYS\nPIX X NODE SYS\nNODE NODE X SYS\nSYS SYS SYS X',
      [0, 0, 0, 1],
    ],
    ['cards all alike far', 'X SYS SYS\nSYS X SYS\nSYS SYS X', null],
    ['cards all alike near', 'X PHB PHB\nPHB X PHB\nPHB PHB X', null],
    [
      'a path that is not known, between islands',
      PAIRS.replace('X   SYS SYS', 'X   - SYS').replace('SYS SYS X', 'SYS - X'),
      null,
    ],
    ['a path that one of two knows', PAIRS.replace('X   SYS SYS', 'X   - SYS'), [0, 0, 1, 1]],
    ['a gap in an island', 'X NV1 - SYS\nNV1 X NV1 SYS\n- NV1 X SYS\nSYS SYS SYS X', [0, 0, 0, 1]],
    [
      'NUMA nodes where words are missing',
      'X - SYS -\n- X SYS SYS\nSYS SYS X -\n- SYS - X',
      [0, 0, 1, 1],
      [0, 0, 1, 1],
    ],
    ['NUMA nodes alone: there may be NVLinks', '- - - -\n- - - -\n- - - -\n- - - -', null, [0, 0, 1, 1]],
    ['lists that are too short', 'X SYS\nSYS X\nSYS SYS', null],
    ['one GPU', 'X', null],
  ])('%s', (_, rows, islands, numaNodes) => {
    expect(findIslands(machine(rows, numaNodes))).toEqual(islands);
  });

  test('a machine without links has none', () => {
    expect(findIslands([])).toBeNull();
    expect(findIslands([{ index: 0 }, { index: 1, links: null }])).toBeNull();
  });

  test('a MIG instance is on the island of its GPU', () => {
    const instances = [
      { index: 4, parent: 3 },
      { index: 5, parent: 0 },
    ];
    expect(findIslands([...machine(PAIRS), ...instances])).toEqual([0, 0, 1, 1, 1, 0]);
    expect(findIslands([...machine(PAIRS), { index: 4, parent: 9 }])).toBeNull();
  });

  test('takes linear time in the words', () => {
    const count = 2_000;
    const gpus = Array.from({ length: count }, (_, index) => ({
      index,
      links: Array.from({ length: count }, (_, to) => (index % 2 === to % 2 ? 'NODE' : 'SYS')),
    }));
    expect(findIslands(gpus)?.slice(0, 4)).toEqual([0, 1, 0, 1]);
  });
});

describe('gpu.island', () => {
  const topology = 'version: 1\nname: x\nnodes: [{hosts: lab1, inventory: lab1.json}]\n';
  const islandsOf = (gpus: readonly object[]) =>
    planOf(topology, readAlways({ formatVersion: '1.0', gpus })).nodes.map((node) =>
      node.gpus.map(({ island }) => island),
    );

  test('is read from the inventory file', () => {
    expect(islandsOf(machine(PAIRS))).toEqual([[0, 0, 1, 1]]);
  });

  test('counts the GPUs that are slots: of a divided GPU its instances', () => {
    const divided = machine(PAIRS).map((gpu) => ({ ...gpu, mig: gpu.index === 0 }));
    const instance = { index: 4, parent: 0, uuid: 'MIG-5f2a01c4' };
    expect(islandsOf([...divided, instance])).toEqual([[0, 1, 1, 0]]);
  });

  test('is null where all slots are on one island', () => {
    const divided = machine(PAIRS).map((gpu) => ({ ...gpu, mig: gpu.index > 1 }));
    expect(islandsOf(divided)).toEqual([[null, null]]);
  });

  test('counts from 0 where GPUs in MIG mode have no slot', () => {
    const rows = [0, 0, 1, 1, 2, 2].map((island, index, all) => ({
      index,
      links: all.map((other, to) => (to === index ? 'X' : other === island ? 'NV4' : 'SYS')),
      mig: island === 0,
    }));
    expect(islandsOf(rows)).toEqual([[0, 0, 1, 1]]);
  });
});
