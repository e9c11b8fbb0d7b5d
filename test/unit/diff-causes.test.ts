import { describe, expect, test } from 'vitest';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { renderDiffText } from '../../src/review/diff/render-text.ts';
import { planOf } from '../compile-text.ts';

const node = (hosts: string, ...gpus: readonly (readonly [score: number, bf16: number])[]) => ({
  hosts,
  gpus: gpus.map(([score, bf16], index) => ({ index, score: { score, bf16 } })),
});
const planWith = (nodes: readonly object[], mapping: object) =>
  planOf({ nodes, mapping: { strategy: 'performance-ranked', ...mapping } });

const compare = (...[old, next]: readonly ReturnType<typeof planOf>[]) => {
  if (old === undefined || next === undefined) throw new Error('two plans are compared');
  const diff = diffPlans(old, next);
  return { ...diff, text: renderDiffText(diff, ['old', 'new']) };
};

describe('a metric changes while a node comes or goes', () => {
  const stays = node('a1', [30, 1], [20, 2], [10, 3]);
  // By the metric of the other plan it would stand elsewhere, which the plans do not tell.
  const lone = node('b1', [25, 9]);

  test.each([
    ['goes', compare(planWith([stays, lone], {}), planWith([stays], { by: 'bf16' }))],
    ['comes', compare(planWith([stays], { by: 'bf16' }), planWith([stays, lone], {}))],
  ])('%s: no single change is the cause, since nobody knows its figure', (_, { causes, moves }) => {
    expect(moves.length).toBeGreaterThan(1);
    expect(causes.map(({ single }) => single)).toEqual([false]);
    expect(causes[0]?.changes).toEqual([0, 1]);
  });

  test('a strategy that reads no figures needs none', () => {
    const { causes, changes } = compare(
      planWith([stays, lone], { strategy: 'sequential' }),
      planWith([stays, lone, node('c1', [1, 99])], { strategy: 'sequential', order: 'cyclic' }),
    );
    expect(changes.map(({ kind }) => kind)).toEqual(['strategy', 'node-added']);
    expect(causes.some(({ single }) => single)).toBe(true);
  });
});

test('where two changes do the same, both are named', () => {
  const gpus = node('a1', [50, 1], [40, 1], [30, 1]);
  const old = planWith([gpus, node('b1', [20, 1])], { worldSize: 2 });
  // Either change alone takes GPU 0 out of the plan.
  const next = planWith([node('a1', [10, 1], [40, 1], [30, 1]), node('b1', [20, 1])], {
    worldSize: 2,
    exclude: ['a1:0'],
  });
  const { causes, text } = compare(old, next);
  expect(causes).toEqual([{ changes: [0, 1], single: false }]);
  expect(text).toContain('\nsome of these changes: a1:0 excluded; score of a1:0 50 → 10\n');
});

test('a node that became a spare is said to be one, beside its GPUs that carry no rank any more', () => {
  const [a1, b1] = [node('a1', [50, 1], [40, 1]), node('b1', [30, 1], [20, 1])];
  const { text, headline } = compare(planWith([a1, b1], {}), planWith([{ ...a1, spare: true }, b1], {}));
  expect(text).toContain('\na1:0-1 excluded\n');
  expect(text).toContain('\n  spare of a1: false → true\n');
  expect(headline).toMatch(/; 1 setting changes: spare$/);
});

describe('another order of the topology', () => {
  const nodes = ['a1', 'b1', 'c1', 'd1'].map((host, i) => node(host, [50 - i, 1], [40 - i, 1]));
  const reordered = (...order: readonly number[]) =>
    planWith(
      order.flatMap((i) => nodes[i] ?? []),
      {},
    );

  test('that moves no rank is a line', () => {
    const { changes, moves, same, text } = compare(reordered(0, 1, 2, 3), reordered(0, 2, 3, 1));
    expect(moves).toEqual([]);
    expect(same).toBe(false);
    expect(changes).toMatchObject([{ kind: 'order', what: [] }]);
    expect(text).toContain('\n  the order of nodes or GPUs in the topology changed\n');
  });

  test('of GPUs of one node', () => {
    const old = planWith([node('a1', [3, 1], [2, 1], [1, 1])], {});
    const [a1] = old.nodes;
    const [first, second, third] = a1?.gpus ?? [];
    if (!a1 || !first || !second || !third) throw new Error('the node has three GPUs');
    const next = { ...old, nodes: [{ ...a1, gpus: [third, first, second] }] };
    expect(compare(old, next).changes).toMatchObject([{ kind: 'order' }]);
  });
});
