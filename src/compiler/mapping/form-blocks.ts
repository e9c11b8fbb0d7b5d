/**
 * Forms `count` blocks of `size` items. `levels` has the domain of each item, from outside to inside; at each level the items
 * of a domain are neighbours. Of each innermost domain it takes as many whole blocks as there are; what is left goes out by a
 * level and makes blocks with what is left beside it, and so on. `home` is for each block the innermost level at which it lies
 * in one domain; -1 if there is none.
 *
 * So at every level as few blocks are split as can be. A domain of n items holds at most ⌊n / size⌋ blocks that are
 * not split, so at least count - Σ ⌊n / size⌋ are; and here a domain with the blocks inside it has just ⌊n / size⌋:
 * from each of its parts r items are left, and ⌊Σ (q · size + r) / size⌋ is Σ q + ⌊Σ r / size⌋. Where fewer blocks are wanted than there
 * are, those that lie furthest inside are taken.
 */
export function formBlocks(levels: readonly Int32Array[], items: number, size: number, count: number) {
  const formed: { readonly last: number; readonly items: Uint32Array; readonly home: number }[] = [];
  let left = Uint32Array.from({ length: items }, (_, item) => item);
  for (let home = levels.length - 1; home >= -1 && formed.length < count; home--) {
    const rest = new Uint32Array(left.length);
    let kept = 0;
    for (const run of splitRuns(left, levels[home])) {
      let taken = 0;
      for (; taken + size <= run.length && formed.length < count; taken += size) {
        const block = run.subarray(taken, taken + size);
        formed.push({ last: block[size - 1] ?? 0, items: block, home });
      }
      rest.set(run.subarray(taken), kept);
      kept += run.length - taken;
    }
    left = rest.subarray(0, kept);
  }
  // By their last items, those of a node keep their order.
  formed.sort((a, b) => a.last - b.last);
  const ordered = new Uint32Array(formed.length * size);
  formed.forEach((block, i) => {
    ordered.set(block.items, i * size);
  });
  return { items: ordered, home: Int8Array.from(formed, ({ home }) => home) };
}

/** Yields neighbouring items of one domain; without `domains` all items at once. */
function* splitRuns(items: Uint32Array, domains: Int32Array | undefined): Iterable<Uint32Array> {
  let start = 0;
  for (let i = 1; i <= items.length; i++) {
    if (i < items.length && (domains === undefined || domains[items[i] ?? 0] === domains[items[start] ?? 0]))
      continue;
    if (i > start) yield items.subarray(start, i);
    start = i;
  }
}

/** How many of the first `count` blocks are split at a level, if items stay in their order. */
export function countSplitBlocks(domains: Int32Array, size: number, count: number): number {
  let split = 0;
  for (let item = 0; item < count * size; item += size) if (crosses(domains, item, item + size, 1)) split++;
  return split;
}

/** Whether some of the items from `first` to `end`, `stride` apart, are elsewhere than the first. */
export function crosses(domains: Int32Array, first: number, end: number, stride: number): boolean {
  for (let item = first + stride; item < end; item += stride)
    if (domains[item] !== domains[first]) return true;
  return false;
}

/** How few of `count` blocks may be split at a level, whichever items they are of. */
export function fewestSplits(domains: Int32Array, size: number, count: number): number {
  const items = new Map<number, number>();
  for (const domain of domains) items.set(domain, (items.get(domain) ?? 0) + 1);
  let whole = 0;
  for (const there of items.values()) whole += Math.floor(there / size);
  return Math.max(0, count - whole);
}
