/** Items by their domains, from outside to inside. */
export type Path = readonly number[];

/** Whether a block leaves its domain at a level: by the definition. */
export const isSplit = (block: readonly Path[], level: number): boolean =>
  block.some((path) => path[level] !== block[0]?.[level]);

/**
 * At each level the fewest split blocks of all ways to choose `count` blocks of `size` items: every way is tried. The minimum of each
 * level is taken on its own, so no order could do better at any of them.
 */
export function fewestByTrying(items: readonly Path[], size: number, count: number): readonly number[] {
  const levels = items[0]?.length ?? 0;
  const fewest = Array<number>(levels).fill(count);
  const blocks: number[][] = [];
  const visit = (free: readonly number[]): void => {
    if (blocks.length === count) {
      for (let level = 0; level < levels; level++) {
        const split = blocks.filter((block) =>
          isSplit(
            block.map((item) => items[item] ?? []),
            level,
          ),
        ).length;
        fewest[level] = Math.min(fewest[level] ?? count, split);
      }
      return;
    }
    // The next block begins with some free item behind the first of the block before: no choice is tried twice.
    for (const [i, first] of free.entries()) {
      if (first < (blocks.at(-1)?.[0] ?? -1)) continue;
      for (const others of chooseFrom(free.slice(i + 1), size - 1)) {
        blocks.push([first, ...others]);
        visit(free.filter((item) => item !== first && !others.includes(item)));
        blocks.pop();
      }
    }
  };
  visit(items.map((_, item) => item));
  return fewest;
}

function* chooseFrom(items: readonly number[], count: number): Iterable<readonly number[]> {
  if (count === 0) yield [];
  for (const [i, item] of items.entries())
    if (count > 0) for (const others of chooseFrom(items.slice(i + 1), count - 1)) yield [item, ...others];
}
