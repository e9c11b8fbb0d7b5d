import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planOf } from '../compile-text.ts';
import { runs } from '../stage.ts';

const cluster = fc.record({
  // The island of each GPU; bridged pairs may be any two cards.
  nodes: fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
  figures: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 24, maxLength: 24 }),
  groupSize: fc.integer({ min: 2, max: 4 }),
  strategy: fc.constantFrom('sequential', 'performance-ranked'),
});

/** Words of links that show these islands, and a figure for each GPU. */
const fileOf = (islands: readonly number[], figures: readonly number[]) =>
  JSON.stringify({
    formatVersion: '1.0',
    gpus: islands.map((island, index) => ({
      index,
      links: islands.map((other, to) => (to === index ? 'X' : other === island ? 'NV4' : 'SYS')),
      scores: { bf16: { value: figures[index], method: 'm' } },
    })),
  });

const RUNS = runs(10_000, 300);

test('as few blocks span islands as can be, and none a node that need not', () => {
  let packed = 0;
  fc.assert(
    fc.property(cluster, ({ nodes, figures, groupSize, strategy }) => {
      const worldSize = nodes.reduce((sum, { length }) => sum + length - (length % groupSize), 0);
      // A node keeps so many that no block has to span nodes.
      const kept = nodes.map((islands) => islands.slice(0, islands.length - (islands.length % groupSize)));
      if (worldSize === 0) return;
      const plan = planOf(
        {
          nodes: kept.flatMap((islands, i) =>
            islands.length === 0 ? [] : [{ hosts: `n${i}`, inventory: `n${i}.json` }],
          ),
          mapping: { strategy, ...(strategy === 'sequential' ? {} : { by: 'bf16' }) },
          launch: { groupSize },
        },
        (name) => ({ kind: 'bytes', name, bytes: fileOf(kept[Number(name[1])] ?? [], figures) }),
      );
      const home = plan.ranks.map(({ node, gpu }) => `${node} ${kept[Number(node[1])]?.[gpu ?? 0]}`);
      // GPUs that have no link are one island where a NUMA node says so; here each stands for itself, as the words say.
      const isLinked = (place: string) => home.filter((other) => other === place).length > 1;
      const lone = home.map((place, rank) => (isLinked(place) ? place : `${place} ${rank}`));
      const blocks = Array.from({ length: worldSize / groupSize }, (_, block) =>
        lone.slice(block * groupSize, (block + 1) * groupSize),
      );
      const split = blocks.filter((block) => new Set(block).size > 1).length;
      const whole = [...new Set(lone)].reduce(
        (sum, place) => sum + Math.floor(lone.filter((other) => other === place).length / groupSize),
        0,
      );
      expect(split).toBe(blocks.length - whole);
      const nodesOf = blocks.map((block) => new Set(block.map((place) => place.split(' ')[0])).size);
      expect(nodesOf.every((count) => count === 1)).toBe(true);
      expect(new Set(plan.ranks.map(({ node, gpu }) => `${node}:${gpu}`)).size).toBe(worldSize);
      if (split < blocks.length && new Set(lone).size > 1) packed++;
    }),
    { numRuns: RUNS },
  );
  expect(packed).toBeGreaterThan(RUNS / 10);
});
