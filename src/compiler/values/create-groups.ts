/** Members 0 to size - 1 in groups that are joined one by one (union-find). */
export interface Groups {
  readonly size: number;
  /** The lowest member of the group. */
  readonly find: (member: number) => number;
  readonly join: (one: number, other: number) => void;
  readonly count: () => number;
}

export function createGroups(size: number): Groups {
  const above = Uint32Array.from({ length: size }, (_, member) => member);
  let count = size;
  const find = (member: number): number => {
    let root = member;
    while (above[root] !== root) root = above[root] ?? root;
    let at = member;
    while (at !== root) {
      const next = above[at] ?? root;
      above[at] = root;
      at = next;
    }
    return root;
  };
  const join = (one: number, other: number) => {
    const [a, b] = [find(one), find(other)];
    if (a === b) return;
    above[Math.max(a, b)] = Math.min(a, b);
    count--;
  };
  return { size, find, join, count: () => count };
}
