/** Ascending numbers as `0-3,8`. */
export function formatRanges(numbers: readonly number[]): string {
  const ranges: string[] = [];
  for (let start = 0, next = 1; start < numbers.length; start = next++) {
    while (next < numbers.length && numbers[next] === (numbers[next - 1] ?? 0) + 1) next++;
    const first = numbers[start];
    const last = numbers[next - 1];
    ranges.push(first === last ? `${first}` : `${first}-${last}`);
  }
  return ranges.join(',');
}
