import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCrossings } from '../../src/compiler/mapping/count-crossings.ts';
import { listDimensions, ranksOfGroup, withDataParallel } from '../../src/compiler/mapping/divide-ranks.ts';
import { findUnfit } from '../../src/compiler/rules/parallel-sizes.ts';
import { divideNaively } from '../naive-parallel.ts';
import { runs } from '../stage.ts';

const size = fc.constantFrom(1, 1, 2, 2, 3, 4);

/** Megatron's own orders, and any other; some leave dimensions out. */
const order = fc.oneof(
  fc.constantFrom('tp-cp-ep-dp-pp', 'tp-cp-ep-pp-dp'),
  fc.shuffledSubarray(['tp', 'cp', 'ep', 'dp', 'pp'], { minLength: 5 }).map((names) => names.join('-')),
  fc.shuffledSubarray(['tp', 'cp', 'ep', 'dp', 'pp'], { minLength: 1 }).map((names) => names.join('-')),
);

const shape = fc
  .record({ tp: size, cp: size, ep: size, pp: size, order, copies: fc.integer({ min: 1, max: 4 }) })
  .chain(({ copies, ...sizes }) => {
    const { tp, cp, ep, pp } = sizes;
    const fitting = tp * pp * Math.max(cp, ep) * copies;
    const worldSize = fc.oneof(
      fc.constantFrom(fitting, tp * pp * cp * ep, tp * pp * cp * ep * copies),
      fc.integer({ min: 1, max: 64 }),
    );
    return fc.record({ sizes: fc.constant({ ...sizes, dp: null }), worldSize });
  });

const sorted = (groups: readonly (readonly number[])[]) => groups.map(String).sort();

describe('groups of a division', () => {
  test('are those that Megatron makes, and none where it refuses', () => {
    let accepted = 0;
    fc.assert(
      fc.property(shape, ({ sizes, worldSize }) => {
        const naive = divideNaively(sizes, worldSize);
        expect(findUnfit(sizes, worldSize) === null).toBe(naive !== null);
        if (naive === null) return;
        accepted++;
        const dimensions = listDimensions(withDataParallel(sizes, worldSize), worldSize);
        for (const dimension of dimensions) {
          const { name } = dimension;
          const grid = name === 'ep' || name.length === 3 ? naive.expert : naive.dense;
          const all = Array.from({ length: worldSize }, (_, rank) => ranksOfGroup(dimension, rank));
          const expected = grid[name.length === 3 ? name.slice(1) : name] ?? [];
          expect(sorted([...new Set(all.map(String))].map((text) => text.split(',').map(Number)))).toEqual(
            sorted(expected),
          );
        }
        // Nothing that has groups is left out.
        const named = new Set(dimensions.map(({ name }) => name));
        for (const [name, groups] of Object.entries(naive.dense))
          if (name !== 'ep') expect(named.has(name)).toBe((groups[0]?.length ?? 0) > 1);
        for (const [name, groups] of Object.entries(sizes.ep > 1 ? naive.expert : {})) {
          const isNew =
            JSON.stringify(groups) !== JSON.stringify(naive.dense[name]) && (groups[0]?.length ?? 0) > 1;
          expect(named.has(name === 'ep' ? name : `e${name}`)).toBe(isNew);
        }
      }),
      { numRuns: runs(10_000, 1000) },
    );
    expect(accepted).toBeGreaterThan(runs(10_000, 1000) / 5);
  });

  test('cross a level as often as counting finds, and never less often than the bound', () => {
    const placed = fc.record({
      size: fc.integer({ min: 1, max: 5 }),
      stride: fc.integer({ min: 1, max: 4 }),
      blocks: fc.integer({ min: 1, max: 4 }),
      places: fc.array(fc.nat(3), { minLength: 80, maxLength: 80 }),
    });
    fc.assert(
      fc.property(placed, ({ size, stride, blocks, places }) => {
        const placeOfRank = Int32Array.from(places.slice(0, size * stride * blocks));
        const dimension = { name: 'tp', size, stride };
        const groups = [
          ...new Set(Array.from(placeOfRank, (_, rank) => ranksOfGroup(dimension, rank).join())),
        ].map((text) => text.split(',').map(Number));
        const crossing = groups.filter((ranks) => new Set(ranks.map((rank) => placeOfRank[rank])).size > 1);
        const found = countCrossings(dimension, { name: 'node', placeOfRank });
        expect(found).toMatchObject({ groups: groups.length, crossing: crossing.length });
        expect(found.first).toBe(crossing[0]?.[0] ?? -1);
        expect(found.crossing).toBeGreaterThanOrEqual(found.atLeast);
        // Whole groups first, place by place, reach the bound.
        const whole: number[] = [];
        const rest: number[] = [];
        for (const place of new Set(placeOfRank)) {
          const here = [...placeOfRank].filter((other) => other === place);
          const cut = here.length - (here.length % size);
          whole.push(...here.slice(0, cut));
          rest.push(...here.slice(cut));
        }
        const packed = { name: 'node', placeOfRank: Int32Array.from([...whole, ...rest]) };
        expect(countCrossings({ ...dimension, stride: 1 }, packed).crossing).toBe(found.atLeast);
      }),
      { numRuns: runs(10_000) },
    );
  });
});
