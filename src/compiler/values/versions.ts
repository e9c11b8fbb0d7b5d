/** The numbers that a version begins with: `2.31.2+cuda13.3` is 2, 31, 2. */
const numbersOf = (version: string): readonly number[] =>
  (/^\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);

/** Less than 0 if `a` is older, 0 if none is known to be; what a version leaves out counts as 0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
