/** At least one item. */
export type Group<T> = readonly [T, ...T[]];

/** Items by what they have in common, in the order of first appearance (`Map.groupBy`, which Node 20 lacks). */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, Group<T>> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The first item that is there a second time; undefined when each is there once. */
export function findRepeated(items: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return items.find((item) => seen.size === seen.add(item).size);
}

/** Neighbours of equal key together: where the order counts, what lies apart stays apart. */
export function groupNeighbours<T, K>(items: readonly T[], keyOf: (item: T) => K) {
  const groups: { key: K; members: [T, ...T[]] }[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const last = groups.at(-1);
    if (last !== undefined && last.key === key) last.members.push(item);
    else groups.push({ key, members: [item] });
  }
  return groups;
}
