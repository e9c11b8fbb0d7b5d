import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { roundFigure } from '../../src/compiler/mapping/normalize-scores.ts';
import { estimateConsequences } from '../../src/review/diff/estimate-consequences.ts';
import { planOf } from '../compile-text.ts';
import { card, pacesOf, settle } from '../measured-cards.ts';

/** A topology of what differs from the usual: one line each. */
const plan = (...lines: readonly string[]) => planOf(['version: 1', 'name: x', ...lines, ''].join('\n'));

const slotsOf = (...lines: readonly string[]) =>
  plan(...lines).ranks.map(({ node, gpu, cpuSlot }) => `${node}${gpu ?? `c${cpuSlot}`}`);
const sharesOf = (...lines: readonly string[]) => plan(...lines).ranks.map(({ share }) => share);

/** One node whose GPUs have these scores. */
const scored = (scores: readonly number[], more = '') =>
  `nodes: [{ hosts: a, gpus: [${scores.map((score, i) => `{ index: ${i}, score: ${score}${more} }`).join(', ')}] }]`;

const byScore = 'mapping: { strategy: performance-ranked, order: score }';

/** By the cell of the table in docs/mapping.md. */
const RULES: Readonly<Record<string, () => void>> = {
  'ranking by a figure'() {
    const nodes =
      'nodes: [{ hosts: a, gpus: { count: 1, score: 5 }, domain: { rack: r1 } }, { hosts: b, gpus: { count: 1, score: 5 }, domain: { rack: r2 } }, { hosts: c, gpus: [{ index: 0, score: 5 }, { index: 1, score: 6 }], domain: { rack: r1 } }]';
    expect(slotsOf(nodes, byScore)).toEqual(['c1', 'a0', 'c0', 'b0']);
  },
  'order of nodes and domains'() {
    const nodes =
      'nodes: [{ hosts: a, gpus: { count: 1 }, domain: { rack: r1 } }, { hosts: b, gpus: { count: 1 }, domain: { rack: r2 } }, { hosts: c, gpus: { count: 1 }, domain: { rack: r1 } }]';
    expect(slotsOf(nodes)).toEqual(['a0', 'c0', 'b0']);
    expect(slotsOf(nodes, 'mapping: { exclude: [a] }')).toEqual(['b0', 'c0']);
    const block = nodes.replaceAll('count: 1', 'count: 1, score: 1').replace('score: 1', 'score: 9');
    expect(
      slotsOf(block.replace('hosts: a', 'hosts: z'), 'mapping: { strategy: performance-ranked }'),
    ).toEqual(['z0', 'c0', 'b0']);
  },
  cyclic() {
    const nodes = 'nodes: [{ hosts: a, gpus: { count: 1 } }, { hosts: b, gpus: { count: 3 } }]';
    expect(slotsOf(nodes, 'mapping: { order: cyclic }')).toEqual(['a0', 'b0', 'b1', 'b2']);
    expect(plan(nodes, 'mapping: { order: cyclic }').ranks[1]?.why).toBe('turn 2, one slot per node');
  },
  'worldSize with ranksPerGpu'() {
    const nodes = 'nodes: [{ hosts: a, gpus: { count: 4 } }]';
    const slots = slotsOf(nodes, 'mapping: { ranksPerGpu: 2, worldSize: 5 }');
    expect(slots).toEqual(['a0', 'a0', 'a1', 'a1', 'a2']);
  },
  gpusPerRank() {
    const nodes = 'nodes: [{ hosts: [a, b], gpus: { count: 5 } }]';
    const { ranks } = plan(nodes, 'mapping: { gpusPerRank: 2 }');
    expect(ranks.map(({ node, gpus }) => `${node}${gpus}`)).toEqual(['a0,1', 'a2,3', 'b0,1', 'b2,3']);
  },
  'groups of leftovers'() {
    const nodes =
      'nodes: [{ hosts: [a, b, c], gpus: { count: 4 }, domain: { rack: r1 } }, { hosts: d, gpus: { count: 3 }, domain: { rack: r1 } }]';
    const slots = slotsOf(nodes, 'launch: { groupSize: 3, groupWithin: rack }');
    expect(slots.slice(9)).toEqual(['a3', 'b3', 'c3', 'd0', 'd1', 'd2']);
  },
  'median of a class'() {
    const cards = [100, 111].map((figure) => card('A', figure));
    expect(pacesOf(settle(cards, 0.05), 2)).toEqual([100, 100]);
  },
  tolerance() {
    const cards = [200, 200, 200, 190, 189.9].map((figure) => card('A', figure));
    expect(pacesOf(settle(cards, 0.05), 5)).toEqual([200, 200, 200, 200, 190]);
  },
  'what a GPU counts as'() {
    // In binary fractions 1.15 is less than eleven and a half tenths.
    const halves = [
      [1.15, 0.1, 1.2],
      [1.25, 0.1, 1.3],
      [2.35, 0.05, 2.4],
      [790, 0.05, 800],
    ] as const;
    for (const [figure, part, expected] of halves) expect(roundFigure(figure, part)).toBe(expected);
  },
  'proportional shares'() {
    expect(sharesOf(scored([1, 1, 1, 3]), 'workload: { globalBatch: 8, shares: proportional }')).toEqual([
      2, 1, 1, 4,
    ]);
  },
  'proportional shares below one unit'() {
    const workload = 'workload: { globalBatch: 4, shares: proportional }';
    expect(sharesOf(scored([200, 150, 50]), workload)).toEqual([2, 1, 1]);
    expect(sharesOf(scored([50, 150, 200]), workload)).toEqual([1, 1, 2]);
    expect(sharesOf(scored([100, 100, 0.001]), 'workload: { globalBatch: 6, shares: proportional }')).toEqual(
      [3, 2, 1],
    );
  },
  'equal shares'() {
    const nodes = 'nodes: [{ hosts: a, gpus: { count: 3 } }]';
    expect(sharesOf(nodes, 'workload: { globalBatch: 20, multipleOf: 2, shares: equal }')).toEqual([8, 6, 6]);
  },
  'optimal shares'() {
    const workload = 'workload: { globalBatch: 4, shares: optimal }';
    // The fourth sample would be ready at 2 on each of the two.
    expect(sharesOf(scored([1, 2]), workload)).toEqual([1, 3]);
    expect(sharesOf(scored([1, 1, 1]), workload)).toEqual([2, 1, 1]);
    expect(sharesOf(scored([1, 1.5]), 'workload: { globalBatch: 5, shares: optimal }')).toEqual([2, 3]);
  },
  'ranks that share a GPU'() {
    const workload = 'workload: { globalBatch: 10, shares: optimal }';
    expect(sharesOf(scored([1, 1]), 'mapping: { ranksPerGpu: 2 }', workload)).toEqual([3, 2, 3, 2]);
  },
  'workload.memory'() {
    const memory = 'memory: { perSample: 1GiB, reserve: 1GiB }';
    const workload = `workload: { globalBatch: 12, multipleOf: 4, shares: optimal, ${memory} }`;
    expect(sharesOf(scored([9, 1], ', memory: 12GiB'), workload)).toEqual([8, 4]);
  },
  stages() {
    const stagesOf = (layers: string) =>
      plan(scored([1, 1, 1]), `stages: { layers: ${layers} }`, 'launch: { parallel: { pp: 3 } }').stages
        ?.counts;
    expect(stagesOf('7')).toEqual([2, 2, 3]);
    // The first layer is the slowest stage, however the others are divided.
    expect(stagesOf('[{ count: 1, cost: 10 }, { count: 4 }]')).toEqual([1, 2, 2]);
  },
  'the slowest GPU, the smallest memory'() {
    const nodes = 'nodes: [{ hosts: [b, a], gpus: { count: 2, score: 5, memory: 8GiB } }]';
    const found = estimateConsequences(plan(nodes, byScore));
    expect(found.slowest).toMatchObject({ gpu: 'b:0', gpus: 4 });
    expect(found.smallestMemory).toMatchObject({ gpu: 'b:0', gpus: 4 });
  },
};

const rows = readFileSync('docs/mapping.md', 'utf8')
  .replace(/^[\s\S]*\n## Ties\n/, '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Where'))
  .map((line) => (line.split('|')[1] ?? '').trim().replaceAll('`', ''));

describe('docs/mapping.md says what is done', () => {
  test.each(Object.keys(RULES))('%s', (where) => RULES[where]?.());

  test('and has a test for each row', () => {
    expect(rows).toEqual(Object.keys(RULES));
  });
});
