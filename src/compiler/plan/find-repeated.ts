/** The first item that is there a second time; undefined when each is there once. */
export function findRepeated(items: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return items.find((item) => seen.size === seen.add(item).size);
}
