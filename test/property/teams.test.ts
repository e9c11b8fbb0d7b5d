import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STRATEGIES } from '../../src/compiler/mapping/strategies.ts';
import { compileText, errorCodes } from '../compile-text.ts';
import { findContradiction } from '../find-contradiction.ts';
import { slotOf } from '../invariants.ts';
import { mapNaively, type NaiveMapping, type NaiveNode, selectorOf, slotNames } from '../naive-mapping.ts';
import { runs } from '../stage.ts';

/** Decimals whose binary fractions do not add up, and equal ones. */
const score = fc.integer({ min: 1, max: 9 }).map((tenths) => tenths / 10);
const gpus = fc
  .uniqueArray(fc.nat(12), { maxLength: 9 })
  .chain((indices) => fc.tuple(...indices.map((index) => fc.record({ index: fc.constant(index), score }))));
const nodes: fc.Arbitrary<readonly NaiveNode[]> = fc
  .array(fc.record({ gpus, cpuRanks: fc.nat(2) }), { minLength: 1, maxLength: 5 })
  .map((list) =>
    list.map((node, i) => ({ name: `n${9 - i}`, ...node, cpuRanks: node.cpuRanks + (i === 0 ? 1 : 0) })),
  );
const gpusPerRank = fc.constantFrom(2, 2, 3, 4, 5, 'node' as const);
const ruled = STRATEGIES.filter(({ name }) => name !== 'explicit');
const strategyAndOrder = fc.constantFrom(
  ...ruled.flatMap(({ name, orders }) => orders.map((order) => ({ strategy: name, order }))),
);

interface Problem {
  readonly nodes: readonly NaiveNode[];
  readonly mapping: NaiveMapping;
}

const problem: fc.Arbitrary<Problem> = nodes.chain((list) =>
  fc
    .record({
      gpusPerRank,
      strategyAndOrder,
      exclude: fc.oneof(fc.constant([]), fc.shuffledSubarray([...slotNames(list)].slice(1))),
      worldSize: fc.option(fc.integer({ min: 1, max: 12 })),
    })
    .map(({ strategyAndOrder, ...mapping }) => ({
      nodes: list,
      mapping: { ...mapping, ...strategyAndOrder, ranksPerGpu: 1, ranks: [] },
    })),
);

/** The same slots as a list: the ranks of the naive mapping in some order. */
const listed: fc.Arbitrary<Problem> = problem.chain(({ nodes: list, mapping }) => {
  const teams = mapNaively(list, { ...mapping, worldSize: null }) ?? [];
  return fc.record({
    nodes: fc.constant(list),
    mapping: fc.shuffledSubarray([...teams], { minLength: Math.min(1, teams.length) }).map((ranks) => ({
      ...mapping,
      strategy: 'explicit',
      order: null,
      worldSize: null,
      ranks,
    })),
  });
});

function documentOf({ nodes: list, mapping }: Problem): object {
  const { ranks, order, worldSize, exclude, strategy, gpusPerRank: size } = mapping;
  return {
    nodes: list.map(({ name, gpus: own, cpuRanks }) => ({
      hosts: name,
      ...(own.length > 0 ? { gpus: own } : {}),
      ...(cpuRanks > 0 ? { cpuRanks } : {}),
    })),
    mapping: {
      strategy,
      gpusPerRank: size,
      exclude,
      ...(order === null ? {} : { order }),
      ...(worldSize === null ? {} : { worldSize }),
      ...(ranks.length > 0 ? { ranks: ranks.map(selectorOf) } : {}),
    },
  };
}

const isNode = ({ gpus: own, cpuRanks }: NaiveNode) => own.length + cpuRanks > 0;

test.each([
  ['formed', problem, runs(10_000, 300)],
  ['listed', listed, runs(2_000)],
] as const)('ranks with several GPUs, %s, agree with the naive reference', (_, problems, numRuns) => {
  fc.assert(
    fc.property(problems, ({ nodes: list, mapping }) => {
      const known = list.filter(isNode);
      const isListed = mapping.strategy === 'explicit';
      if (isListed && mapping.ranks.length === 0) return;
      const expected = isListed ? mapping.ranks : mapNaively(known, mapping);
      const { plan, ...compilation } = compileText(documentOf({ nodes: known, mapping }));
      if (expected === null) {
        expect(['RP3002', 'RP3002']).toContain(errorCodes({ plan, ...compilation }).join());
        return;
      }
      if (plan === null) throw new Error(errorCodes({ plan, ...compilation }).join());
      expect(plan.ranks.map(slotOf)).toEqual(expected);
      expect(findContradiction(plan)).toBeNull();
    }),
    { numRuns },
  );
});
