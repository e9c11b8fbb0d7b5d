/** Groups by three keys each, in the order in which they were first asked for. */
export interface GroupStore<T> {
  readonly all: T[];
  /** The group of these keys, made where there is none yet. */
  readonly of: (keys: readonly [unknown, unknown, unknown], create: () => T) => T;
}

/** Keys are compared as they are: to make texts of a hundred thousand numbers takes longer than all the rest. */
export function createGroupStore<T>(): GroupStore<T> {
  const all: T[] = [];
  const store = new Map<unknown, Map<unknown, Map<unknown, T>>>();
  return {
    all,
    of([a, b, c], create) {
      const groups = within(within(store, a), b);
      const known = groups.get(c);
      if (known !== undefined) return known;
      const group = create();
      groups.set(c, group);
      all.push(group);
      return group;
    },
  };
}

function within<K, V>(maps: Map<unknown, Map<K, V>>, key: unknown): Map<K, V> {
  let map = maps.get(key);
  if (map === undefined) {
    map = new Map<K, V>();
    maps.set(key, map);
  }
  return map;
}
