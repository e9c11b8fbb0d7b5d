import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCpuFinder } from '../../src/compiler/plan/group-ranks.ts';
import { expandNumberList, formatRanges, uniteNumberLists } from '../../src/compiler/values/number-list.ts';
import { planOf } from '../compile-text.ts';
import { runs } from '../stage.ts';

/* The CPUs that are near to ranks: those of all their GPUs. */
const cpusOf = (cpus: readonly (string | null)[], gpusPerRank: number | string) => {
  const gpus = cpus.map((list, index) => (list === null ? { index } : { index, cpus: list }));
  const plan = planOf({ nodes: [{ hosts: 'lab1', gpus }], mapping: { gpusPerRank } });
  return plan.nodes.flatMap((node) => plan.ranks.map(createCpuFinder(node)));
};

describe('the CPUs of ranks', () => {
  test.each([
    ['that have one GPU each', 1, ['0-3', '0-3', '4-7', null], ['0-3', '0-3', '4-7', null]],
    ['of whose GPUs all are near to the same', 2, ['0-3', '0-3', '4-7', '4-7'], ['0-3', '4-7']],
    ['of whose GPUs each is near to others', 2, ['0-3', '8', '4-7,9', '5-8'], ['0-3,8', '4-9']],
    ['of one of whose GPUs nobody knows them', 2, ['0-3', null, '4', '5'], [null, '4-5']],
    ['that have all GPUs of the node', 'node', ['0-3', '2-5', '9', '12'], ['0-5,9,12']],
  ])('%s', (_what, gpusPerRank, cpus, expected) => {
    expect(cpusOf(cpus, gpusPerRank)).toEqual(expected);
  });
});

test('several lists together are the numbers of all of them', () => {
  const range = fc.tuple(fc.nat(40), fc.nat(5)).map(([first, more]) => `${first}-${first + more}`);
  const list = fc.array(fc.oneof(range, fc.nat(40).map(String)), { minLength: 1, maxLength: 4 });
  const lists = fc.array(
    list.map((parts) => parts.join(',')),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(lists, (texts) => {
      const all = new Set(texts.flatMap((text) => expandNumberList(text) as readonly number[]));
      expect(uniteNumberLists(texts)).toBe(formatRanges([...all].sort((a, b) => a - b)));
    }),
    { numRuns: runs(2000) },
  );
  expect(uniteNumberLists(['0-3', 'x'])).toBe(null);
});

test('and cost what their texts cost, whatever they stand for', () => {
  const lists = Array.from({ length: 50_000 }, (_, i) => `${i % 9}-${65_535 - (i % 7)}`);
  expect(uniteNumberLists(lists)).toBe('0-65535');
});
