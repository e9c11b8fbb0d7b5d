import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCrossings, listLevels } from '../../src/compiler/mapping/count-crossings.ts';
import { inventoryOfPlan, rankMapOfPlan } from '../../src/compiler/plan/plan-inventory.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { compileText, errorCodes } from '../compile-text.ts';
import { expectInvariants, slotOf } from '../invariants.ts';
import { mapNaively, type NaiveNode } from '../naive-mapping.ts';
import { runs } from '../stage.ts';

/** A node with its domains: a rack lies in the row of its first digit. */
interface Placed extends NaiveNode {
  readonly row: string;
  readonly rack: string;
}

const place = fc.record({ row: fc.integer({ min: 0, max: 2 }), rack: fc.integer({ min: 0, max: 2 }) });
const nodes: fc.Arbitrary<readonly Placed[]> = fc
  .array(
    fc.record({
      place,
      scores: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
      cpuRanks: fc.constantFrom(0, 0, 0, 1),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((list) =>
    list.map(({ place: { row, rack }, scores, cpuRanks }, i) => ({
      name: `n${i}`,
      row: `row${row}`,
      rack: `rack${row}${rack}`,
      gpus: scores.map((score, index) => ({ index, score })),
      cpuRanks,
    })),
  );

const orders = fc.constantFrom(
  { strategy: 'sequential', order: 'block' },
  { strategy: 'sequential', order: 'cyclic' },
  { strategy: 'performance-ranked', order: 'block' },
);

const problem = fc.record({
  nodes,
  orders,
  worldSize: fc.option(fc.integer({ min: 1, max: 20 })),
  ranksPerGpu: fc.constantFrom(1, 1, 1, 2),
  groupSize: fc.option(fc.integer({ min: 1, max: 6 })),
});
type Problem = typeof problem extends fc.Arbitrary<infer T> ? T : never;

const documentOf = ({ nodes: list, orders, worldSize, ranksPerGpu, groupSize }: Problem): object => ({
  nodes: list.map(({ name, row, rack, gpus, cpuRanks }) => ({
    hosts: name,
    gpus,
    ...(cpuRanks > 0 ? { cpuRanks } : {}),
    domain: { row, rack },
  })),
  mapping: { ...orders, ranksPerGpu, ...(worldSize === null ? {} : { worldSize }) },
  launch: { visibility: 'isolated', ...(groupSize === null ? {} : { groupSize, groupWithin: 'row' }) },
});

/** A list with those of one key together, in the order in which each first comes. */
function together<T>(list: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const keys = [...new Set(list.map(keyOf))];
  return keys.flatMap((key) => list.filter((item) => keyOf(item) === key));
}

const domainByDomain = (list: readonly Placed[]): readonly Placed[] =>
  together(
    together(list, ({ rack }) => rack),
    ({ row }) => row,
  );

/** The slot of each rank, if nothing is packed: nodes domain by domain, or in the order of their best GPUs. */
function mapByDomain(given: Problem): readonly string[] | null {
  const { nodes: list, orders: mapping, worldSize, ranksPerGpu } = given;
  const asked = { ...mapping, ranksPerGpu, worldSize, exclude: [], ranks: [] };
  const sorted = domainByDomain(list);
  if (mapping.order !== 'cyclic') {
    const mapped = mapNaively(sorted, asked);
    if (mapped === null || mapping.strategy === 'sequential') return mapped;
    const nodeOf = new Map(list.map((node) => [node.name, node]));
    const home = (slot: string) => nodeOf.get(slot.split(':')[0] ?? '') as Placed;
    const slots = together(
      together([...new Set(mapped)], (slot) => home(slot).rack),
      (slot) => home(slot).row,
    );
    // The last slot in this order is the one that carries fewer ranks.
    return slots.flatMap((slot) => Array<string>(ranksPerGpu).fill(slot)).slice(0, mapped.length);
  }
  const racks = together(sorted, ({ rack }) => rack).map(({ rack }) => rack);
  const all = [...new Set(racks)].flatMap(
    (rack) =>
      mapNaively(
        sorted.filter((node) => node.rack === rack),
        { ...asked, worldSize: null },
      ) ?? [],
  );
  return all.length < (worldSize ?? 1) ? null : all.slice(0, worldSize ?? all.length);
}

const splitsOf = (plan: LaunchPlan, size: number) => {
  const inventory = inventoryOfPlan(plan);
  const ranks = rankMapOfPlan(plan, inventory);
  if (typeof ranks === 'string') throw new Error(ranks);
  const blocks = { name: 'block', size, stride: 1 };
  return listLevels(inventory, ranks).map((level) => ({
    level: level.name,
    ...countCrossings(blocks, level),
  }));
};

test('without groups every order goes domain by domain, as the naive one does', () => {
  fc.assert(
    fc.property(problem, (given) => {
      const asked = { ...given, groupSize: null };
      const compilation = compileText(documentOf(asked));
      const expected = mapByDomain(asked);
      if (expected === null) expect(errorCodes(compilation)).toEqual(['RP3002']);
      else expect(compilation.plan?.ranks.map(slotOf)).toEqual(expected);
    }),
    { numRuns: runs(3000) },
  );
});

test('with groups of whole slots as few leave a domain as can, and the mapping can be done again', () => {
  let packed = 0;
  fc.assert(
    fc.property(problem, (given) => {
      const size = given.groupSize ?? 1;
      const { plan } = compileText(documentOf(given));
      if (plan === null || given.groupSize === null) return;
      expectInvariants(plan);
      expect(diffPlans(plan, plan)).toMatchObject({ same: true, replayed: true });
      const isWhole =
        size % given.ranksPerGpu === 0 &&
        (given.ranksPerGpu === 1 || plan.nodes.every(({ cpuRanks }) => cpuRanks === 0));
      const isCyclic = given.orders.order === 'cyclic';
      for (const { level, crossing, atLeast } of splitsOf(plan, size)) {
        expect(crossing, level).toBeGreaterThanOrEqual(atLeast);
        if (isWhole && !(isCyclic && level === 'node')) expect(crossing, level).toBe(atLeast);
      }
      if (plan.ranks.some(({ why }) => why.includes('its block'))) packed++;
      else expect(plan.ranks.map(slotOf)).toEqual(mapByDomain(given));
    }),
    { numRuns: runs(6000, 600) }, // one in thirty is packed
  );
  expect(packed).toBeGreaterThan(0);
});
