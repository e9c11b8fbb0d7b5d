/** The function `make`, called once for each key; `known` is a WeakMap if values must disappear with their keys. */
export function remember<K, V>(
  make: (key: K) => V,
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown } = new Map<K, V>(),
): (key: K) => V {
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
