import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STRATEGIES } from '../../src/compiler/mapping/strategies.ts';
import { compileText, errorCodes, planOf } from '../compile-text.ts';
import { expectInvariants, slotOf } from '../invariants.ts';
import { mapNaively, type NaiveMapping, type NaiveNode, slotNames } from '../naive-mapping.ts';
import { runs } from '../stage.ts';

const score = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.double({ min: 1e-6, max: 1e6, noNaN: true }));
const gpus = fc
  .uniqueArray(fc.nat(9), { maxLength: 5 })
  .chain((indices) => fc.tuple(...indices.map((index) => fc.record({ index: fc.constant(index), score }))));

/** Nodes with at least one slot each. */
const nodes: fc.Arbitrary<readonly NaiveNode[]> = fc
  .array(fc.record({ gpus, cpuRanks: fc.nat(2) }), { minLength: 1, maxLength: 5 })
  .map((list) =>
    list.map(({ gpus, cpuRanks }, i) => ({
      name: `n${9 - i}`,
      gpus,
      cpuRanks: gpus.length === 0 ? cpuRanks + 1 : cpuRanks,
    })),
  );

const strategyAndOrder = fc.constantFrom(
  ...STRATEGIES.flatMap(({ name, orders }) =>
    (orders.length === 0 ? [null] : orders).map((order) => ({ strategy: name, order })),
  ),
);

const problem: fc.Arbitrary<{ readonly nodes: readonly NaiveNode[]; readonly mapping: NaiveMapping }> =
  nodes.chain((list) => {
    const slots = [...slotNames(list)];
    const [first = ''] = slots;
    return fc
      .record({
        nodes: fc.constant(list),
        mapping: fc.record({
          exclude: fc.shuffledSubarray(slots.slice(1)),
          worldSize: fc.option(fc.integer({ min: 1, max: slots.length + 3 })),
          ranksPerGpu: fc.integer({ min: 1, max: 3 }),
          ranks: fc.shuffledSubarray(slots),
          strategyAndOrder,
        }),
      })
      .map(({ nodes, mapping: { strategyAndOrder, ranks, exclude, worldSize, ...mapping } }) => {
        const explicit = strategyAndOrder.strategy === 'explicit';
        const listed = ranks.filter((name) => !exclude.includes(name));
        return {
          nodes,
          mapping: {
            ...mapping,
            ...strategyAndOrder,
            exclude,
            worldSize: explicit ? null : worldSize,
            ranks: explicit ? (listed.length > 0 ? listed : [first]) : [],
          },
        };
      });
  });

function documentOf(
  list: readonly NaiveNode[],
  { ranks, order, worldSize, ...mapping }: NaiveMapping,
): object {
  return {
    nodes: list.map(({ name, gpus, cpuRanks }) => ({
      hosts: name,
      ...(gpus.length > 0 ? { gpus } : {}),
      ...(cpuRanks > 0 ? { cpuRanks } : {}),
    })),
    mapping: {
      ...mapping,
      ...(order === null ? {} : { order }),
      ...(worldSize === null ? {} : { worldSize }),
      ...(ranks.length > 0 ? { ranks } : {}),
    },
    launch: { visibility: 'isolated' },
  };
}

test('every strategy agrees with its naive reference', () => {
  fc.assert(
    fc.property(problem, ({ nodes: list, mapping }) => {
      const compilation = compileText(documentOf(list, mapping));
      const expected = mapNaively(list, mapping);
      if (expected === null) {
        expect(['RP3002', 'RP3002']).toContain(errorCodes(compilation).join());
      } else {
        expect(compilation.plan?.ranks.map(slotOf)).toEqual(expected);
      }
    }),
    { numRuns: runs(2000) },
  );
});

describe('the ranking of the design', () => {
  const lab = (mapping: string) =>
    `version: 1\nname: x\nnodes: [{hosts: lab1, gpus: [{index: 0, score: 100}, {index: 1, score: 90}, {index: 2, score: 80}, {index: 3, score: 110}]}]\nmapping: {strategy: performance-ranked${mapping}}\n`;
  const gpusOf = (text: string) => planOf(text).ranks.map(({ gpu }) => gpu);

  test('highest first', () => {
    const plan = planOf(lab(''));
    expectInvariants(plan);
    expect(plan.ranks.map(({ gpu }) => gpu)).toEqual([3, 0, 1, 2]);
  });

  test.each([
    ['worldSize: 2', [3, 0]],
    ["exclude: ['lab1:3']", [0, 1, 2]],
    ['ranksPerGpu: 2, worldSize: 3', [3, 3, 0]],
  ])('with %s', (more, expected) => {
    expect(gpusOf(lab(`, ${more}`))).toEqual(expected);
  });

  test('`order: block` keeps the same GPUs, node by node', () => {
    const text = (order: string) =>
      `version: 1\nname: x\nnodes: [{hosts: a, gpus: [{index: 0, score: 1}, {index: 1, score: 8}]}, {hosts: b, gpus: [{index: 0, score: 9}, {index: 1, score: 5}]}]\nmapping: {strategy: performance-ranked, order: ${order}, worldSize: 3}\n`;
    expect(planOf(text('score')).ranks.map(slotOf)).toEqual(['b:0', 'a:1', 'b:1']);
    expect(planOf(text('block')).ranks.map(slotOf)).toEqual(['b:0', 'b:1', 'a:1']);
  });
});
