/** The known values by key: a WeakMap if they must disappear with the keys. */
interface Known<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The function `make`, called once for each key. */
export function remember<K, V>(make: (key: K) => V, known: Known<K, V> = new Map<K, V>()): (key: K) => V {
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
