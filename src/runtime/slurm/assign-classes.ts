/**
 * Gives each class as many nodes as it wants, no node twice, and returns how many each class lacks. `fits[n][c]` says
 * whether node n will do for class c.
 *
 * Nodes that suit the same classes are interchangeable, so it is a flow over a few groups. Each unit is placed along an
 * augmenting path, which never takes from a class what it has: a class lacks nodes only if no assignment gives more to
 * it and as much to those before it.
 */
export function assignClasses(
  wanted: readonly number[],
  fits: readonly (readonly boolean[])[],
): readonly number[] {
  const groups = groupNodes(fits);
  const given = wanted.map(() => groups.map(() => 0));

  const place = (jobClass: number, visited: Set<number>): boolean => {
    for (const [index, group] of groups.entries()) {
      if (group.suits[jobClass] !== true || visited.has(index)) continue;
      visited.add(index);
      if (group.free > 0) {
        group.free--;
        move(jobClass, index, 1);
        return true;
      }
      for (const [other, counts] of given.entries()) {
        if ((counts[index] ?? 0) === 0 || !place(other, visited)) continue;
        move(other, index, -1);
        move(jobClass, index, 1);
        return true;
      }
    }
    return false;
  };
  const move = (jobClass: number, group: number, by: number) => {
    const counts = given[jobClass];
    if (counts !== undefined) counts[group] = (counts[group] ?? 0) + by;
  };

  return wanted.map((count, jobClass) => {
    let lacking = count;
    while (lacking > 0 && place(jobClass, new Set())) lacking--;
    return lacking;
  });
}

interface Group {
  readonly suits: readonly boolean[];
  free: number;
}

function groupNodes(fits: readonly (readonly boolean[])[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const suits of fits) {
    const key = suits.map(Number).join('');
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { suits, free: 1 });
    else known.free++;
  }
  return [...groups.values()];
}
