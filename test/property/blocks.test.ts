import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewestSplits, formBlocks } from '../../src/compiler/mapping/form-blocks.ts';
import { fewestByTrying, isSplit, type Path } from '../naive-blocks.ts';
import { runs } from '../stage.ts';

/** Items of a random tree in its order: `depth` levels, each node of which parts into up to `width`. */
function tree(depth: number, width: number, leaf: number): fc.Arbitrary<readonly Path[]> {
  let next = 0;
  const grow = (level: number, path: Path): fc.Arbitrary<readonly Path[]> =>
    level === 0
      ? fc.integer({ min: 1, max: leaf }).map((items) => Array<Path>(items).fill(path))
      : fc
          .integer({ min: 1, max: width })
          .chain((parts) =>
            fc.tuple(...Array.from({ length: parts }, () => grow(level - 1, [...path, next++]))),
          )
          .map((parts) => parts.flat());
  return grow(depth, []);
}

interface Asked {
  readonly items: readonly Path[];
  readonly size: number;
  readonly count: number;
}

/** At most `most` items, and blocks of two or more of them. */
const asked = (trees: fc.Arbitrary<readonly Path[]>, most: number): fc.Arbitrary<Asked> =>
  trees
    .map((items) => items.slice(0, most))
    .filter((items) => items.length >= 2)
    .chain((items) =>
      fc.integer({ min: 2, max: Math.min(items.length, 5) }).chain((size) =>
        fc.record({
          items: fc.constant(items),
          size: fc.constant(size),
          count: fc.integer({ min: 1, max: Math.floor(items.length / size) }),
        }),
      ),
    );

const levelsOf = ([first, ...more]: readonly Path[]): readonly Int32Array[] =>
  (first ?? []).map((_, level) => Int32Array.from([first ?? [], ...more], (path) => path[level] ?? -1));

/** The blocks as paths, after a look whether each item is in at most one of them. */
function form({ items, size, count }: Asked): readonly (readonly Path[])[] {
  const formed = formBlocks(levelsOf(items), items.length, size, count);
  expect(formed.items.length).toBe(size * count);
  expect(new Set(formed.items).size).toBe(size * count);
  return Array.from({ length: count }, (_, block) =>
    Array.from(formed.items.subarray(block * size, (block + 1) * size), (item) => items[item] ?? []),
  );
}

const splitAt = (blocks: readonly (readonly Path[])[], level: number): number =>
  blocks.filter((block) => isSplit(block, level)).length;

test('as few blocks are split as in any of all ways to form them, at every level at once', () => {
  fc.assert(
    fc.property(asked(fc.oneof(tree(1, 4, 4), tree(2, 3, 3), tree(3, 2, 2)), 9), (problem) => {
      const blocks = form(problem);
      const fewest = fewestByTrying(problem.items, problem.size, problem.count);
      expect(fewest.map((_, level) => splitAt(blocks, level))).toEqual(fewest);
    }),
    { numRuns: runs(15_000) },
  );
});

test('of larger trees no more are split than the bound says, at every level at once', () => {
  fc.assert(
    fc.property(asked(fc.oneof(tree(2, 8, 9), tree(4, 3, 6)), 400), (problem) => {
      const blocks = form(problem);
      for (const [level, domains] of levelsOf(problem.items).entries())
        expect(splitAt(blocks, level)).toBe(fewestSplits(domains, problem.size, problem.count));
    }),
    { numRuns: runs(5000) },
  );
});
