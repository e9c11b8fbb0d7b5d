import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { positionAt } from '../../src/compiler/source/source-file.ts';
import { explainPlan } from '../../src/review/explain/explain-plan.ts';
import type { Explained, Explanation, Question } from '../../src/review/explain/explanation.ts';
import { renderExplanations } from '../../src/review/explain/explanation.ts';
import { compileText, planText } from '../compile-text.ts';
import { slotOf } from '../invariants.ts';
import { clusterTopology } from '../property/random-change.ts';
import { readBeside } from '../read-beside.ts';
import { parseSaved } from '../saved-plans.ts';
import { runs } from '../stage.ts';

const TOPOLOGY = `version: 1
name: job
models:
  A100: { memory: 80GiB, score: 100 }
nodes:
  - hosts: dgx[01-02]
    gpus: { count: 2, model: A100 }
  - hosts: lab1
    gpus:
      - { index: 0, model: A100, score: 130 }
      - { index: 1-2, score: 93 }
    cpuRanks: 1
mapping:
  strategy: performance-ranked
  worldSize: 3
  exclude:
    - dgx01:0
workload:
  globalBatch: 33
`;

function explainedOf(text: string, folder = '.'): Explained {
  const { plan, topology, decisions } = compileText(text, readBeside(folder));
  if (plan === null) throw new Error('the topology compiles');
  return { plan, topology, decisions };
}

function answer(explained: Explained, question: Question): readonly Explanation[] {
  const found = explainPlan(explained, question);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

/** Each fact of the first explanation by its topic: its text, and the line of the topology. */
function factsOf(text: string, question: Question): Record<string, readonly [string, number | null]> {
  const [first] = answer(explainedOf(text), question);
  return Object.fromEntries(
    (first?.facts ?? []).map(({ topic, text: words, place }) => [
      topic,
      [words, place === null ? null : positionAt(place.file, place.start).line],
    ]),
  );
}

describe('a rank', () => {
  test('is led to by facts with their lines', () => {
    expect(factsOf(TOPOLOGY, { kind: 'rank', rank: 1 })).toMatchObject({
      GPU: ['dgx01:1 (A100)', 7],
      strategy: ['performance-ranked, order block, by score', 14],
      candidates: ['6 of 8 slots, 1 excluded, 1 CPU slot left out: they are never ranked', 17],
      'world size': ['3', 15],
      score: ['100, written on the model A100', 4],
      place: ['2 of 6 by score, the highest first', null],
      tie: [expect.stringMatching(/^3 GPUs have 100.*this is number 1; the others are dgx02:0-1$/), 6],
      'local rank': ['0: dgx01 has rank 1, counted in this order', null],
      visible: ['CUDA_VISIBLE_DEVICES=1 (visibility ordered)', null],
      'seen as': ['cuda:0, entry 0 of the visible list, is GPU 1 of dgx01', null],
      master: ['lab1:29500; rank 0 is on lab1', 8],
      share: [expect.stringContaining('10 of 33 samples, in proportion to score'), 19],
    });
  });

  test('has its own score before that of the model', () => {
    expect(factsOf(TOPOLOGY, { kind: 'rank', rank: 0 })['score']).toEqual(['130, written on the GPU', 10]);
  });

  test('of a shared GPU counts GPUs, not ranks', () => {
    const shared = TOPOLOGY.replace('worldSize: 3', 'worldSize: 7\n  ranksPerGpu: 2\n  order: block');
    expect(factsOf(shared, { kind: 'rank', rank: 6 })).toMatchObject({
      order: [
        expect.stringMatching(/: dgx02 has node rank 2, and of its 2 mapped GPUs this is number 2 by score$/),
        17,
      ],
      share: ['7 of 33 samples, in proportion to score, in multiples of 1', 21],
    });
    expect(factsOf(shared, { kind: 'rank', rank: 4 })['share']?.[0]).toMatch(
      /^4 of 33 samples, .*; ranks 2-3,5 have the same$/,
    );
  });

  test('by memory has its figures in units', () => {
    const byMemory = TOPOLOGY.replace('worldSize: 3', 'by: memory\n  worldSize: 2').replaceAll(
      'score: 93',
      'memory: 40GiB, score: 93',
    );
    expect(factsOf(byMemory, { kind: 'rank', rank: 0 })).toMatchObject({
      memory: ['80 GiB, written on the model A100', 4],
      tie: [expect.stringContaining('4 GPUs have 80 GiB'), 6],
    });
    expect(factsOf(byMemory, { kind: 'slot', name: 'lab1:2' })['idle']?.[0]).toMatch(
      /with 80 GiB, this one has 40 GiB$/,
    );
  });

  test('that ties with one other names it', () => {
    const tied = factsOf(TOPOLOGY.replace('worldSize: 3', 'worldSize: 6'), { kind: 'rank', rank: 1 })['tie'];
    expect(tied?.[0]).toMatch(/^2 GPUs have 93.*this is number 1; the other is lab1:2$/);
  });

  test('of a list is led to by its selector', () => {
    const listed = TOPOLOGY.replace(
      /mapping:[\s\S]*/,
      'mapping:\n  strategy: explicit\n  ranks:\n    - lab1:1\n    - dgx02\n',
    );
    expect(factsOf(listed, { kind: 'rank', rank: 2 })['listed']).toEqual([
      'listed as dgx02, slot 3 of 3 in the list',
      17,
    ]);
    expect(factsOf(listed, { kind: 'slot', name: 'lab1:0' })['idle']).toEqual([
      'the list of ranks does not name it',
      16,
    ]);
  });
});

describe('an idle slot', () => {
  test.each([
    ['dgx01:0', 'excluded, by dgx01:0', 17],
    ['lab1:cpu0', 'CPU slots are never ranked', 14],
    [
      'dgx02:1',
      'the world size 3 takes the first 3 of 6, and this is place 4; the last one taken is dgx02:0 with 100, as this one has; it stands earlier in the topology',
      15,
    ],
    [
      'lab1:2',
      'the world size 3 takes the first 3 of 6, and this is place 6; the last one taken is dgx02:0 with 100, this one has 93',
      15,
    ],
  ])('%s', (name, text, line) => {
    expect(factsOf(TOPOLOGY, { kind: 'slot', name })['idle']).toEqual([text, line]);
  });
});

test.each(['rank', 'slot', 'node'] as const)('what is not there is said: %s', (kind) => {
  const question = kind === 'rank' ? { kind, rank: 99 } : { kind, name: 'nope:0' };
  expect(typeof explainPlan(explainedOf(TOPOLOGY), question)).toBe('string');
});

test('a saved plan gives the same facts without places', () => {
  const explained = explainedOf(TOPOLOGY);
  const { plan } = parseSaved(planText(explained.plan) ?? '');
  if (plan === null) throw new Error('the plan is fine');
  const saved = { plan, topology: null, decisions: null };
  for (let rank = 0; rank < plan.worldSize; rank++) {
    const [compiled] = answer(explained, { kind: 'rank', rank });
    const [read] = answer(saved, { kind: 'rank', rank });
    expect(read?.facts.map(({ topic }) => topic)).toEqual(compiled?.facts.map(({ topic }) => topic));
    expect(read?.facts.every(({ place }) => place === null)).toBe(true);
  }
});

test.each(readdirSync('test/inventories'))('every rank, slot and node of %s is explained', (name) => {
  const folder = join('test/inventories', name);
  const written = readFileSync(join(folder, 'topology.yaml'), 'utf8');
  // GPUs of two vendors cannot see each other.
  const explained = explainedOf(
    name === 'two-vendors' ? `${written}launch: { visibility: isolated }\n` : written,
    folder,
  );
  const { plan } = explained;
  for (const rank of plan.ranks.slice(0, runs(16, 4))) {
    const text = renderExplanations(answer(explained, { kind: 'rank', rank: rank.rank }));
    expect(text).toContain(`rank ${rank.rank} is on ${slotOf(rank)}`);
    expect(text).not.toMatch(/undefined|NaN|\[object/);
  }
  for (const node of plan.nodes.slice(0, runs(8, 2))) {
    const text = renderExplanations(answer(explained, { kind: 'node', name: node.name }));
    expect(text).not.toMatch(/undefined|NaN|\[object/);
    for (const { index } of node.gpus) answer(explained, { kind: 'slot', name: `${node.name}:${index}` });
  }
});

test('places, cuts and visible lists are those of the plan', () => {
  fc.assert(
    fc.property(clusterTopology, (topology) => {
      const { plan, topology: bound, decisions } = compileText(topology);
      if (plan === null) return;
      const explained = { plan, topology: bound, decisions };
      const used = new Map(plan.ranks.map((rank) => [slotOf(rank), rank]));
      for (const { name, gpus } of plan.nodes) {
        for (const { index, score } of gpus) {
          const slot = `${name}:${index}`;
          const [first] = answer(explained, { kind: 'slot', name: slot });
          const facts = new Map(first?.facts.map(({ topic, text }) => [topic, text]));
          const rank = used.get(slot);
          expect(facts.has('idle')).toBe(rank === undefined);
          if (plan.mapping.strategy === 'performance-ranked') {
            const better = plan.nodes
              .flatMap((node) => node.gpus)
              .filter((gpu) => (gpu.score ?? 0) > (score ?? 0));
            const place = Number.parseInt(facts.get('place') ?? '', 10);
            expect(place).toBeGreaterThan(better.length);
            expect(place <= plan.worldSize).toBe(rank !== undefined);
            if (rank !== undefined) expect(rank.why).toContain(`place ${place} of`);
          }
          if (rank === undefined) continue;
          const list = /=([\d,]*)/.exec(facts.get('visible') ?? '')?.[1]?.split(',');
          expect(list?.[rank.localRank]).toBe(String(index));
        }
      }
    }),
    { numRuns: runs(300, 60) },
  );
});

describe('a whole plan', () => {
  const facts = factsOf(TOPOLOGY, { kind: 'plan' });

  test('names each node with ranks, in their order, at its line', () => {
    const { plan } = explainedOf(TOPOLOGY);
    const mapped = plan.nodes.filter(({ nodeRank }) => nodeRank !== null);
    expect(mapped).toHaveLength(3);
    for (const { name, nodeRank } of mapped) {
      const [text, line] = facts[`node ${nodeRank}`] ?? [];
      expect(text).toMatch(new RegExp(`^${name}: rank`));
      expect(TOPOLOGY.split('\n')[(line ?? 0) - 1]).toContain(name.replace(/\d+$/, ''));
    }
  });

  test('says what is idle for each reason, and which comes next', () => {
    const idle = answer(explainedOf(TOPOLOGY), { kind: 'plan' })[0]?.facts.filter(
      ({ topic }) => topic === 'idle',
    );
    const texts = (idle ?? []).map(({ text }) => text);
    expect(texts).toHaveLength(3);
    expect(texts[0]).toMatch(/^dgx01:0: excluded/);
    expect(texts[1]).toMatch(/^lab1:cpu0: /);
    expect(texts[2]).toMatch(
      /^dgx02:1, lab1:1-2, of which dgx02:1: the world size 3 takes the first 3 of 6, and this is place 4/,
    );
  });

  test('of a thousand nodes shows some', () => {
    const many = 'version: 1\nname: many\nnodes: [{ hosts: "n[1-1000]", cpuRanks: 1 }]\n';
    const [explanation] = answer(explainedOf(many), { kind: 'plan' });
    expect(explanation?.facts.length).toBeLessThan(40);
    expect(factsOf(many, { kind: 'plan' })['nodes']?.[0]).toContain('984 more');
  });
});
