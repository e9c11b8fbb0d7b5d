/** The largest number in a list of GPU or CPU numbers. */
export const MAX_LISTED_NUMBER = 65_535;

interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** A list such as `0,2,4-7` that is read, but not expanded. */
export interface NumberList {
  readonly ranges: readonly NumberRange[];
  /** How many numbers it stands for, repeated ones included. */
  readonly count: number;
}

/** Reads `0,2,4-7`, or says what is wrong with it. Its work is that of its text, whatever the ranges stand for. */
export function parseNumberList(text: string): NumberList | { readonly problem: string } {
  const ranges: NumberRange[] = [];
  let count = 0;
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*$/.exec(part);
    if (match === null) return { problem: `\`${part.trim()}\` is no number and no range such as 0-3` };
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (last < first) return { problem: `the range \`${part.trim()}\` runs backwards` };
    if (last > MAX_LISTED_NUMBER) return { problem: `${last} is above ${MAX_LISTED_NUMBER}` };
    count += last - first + 1;
    if (count > MAX_LISTED_NUMBER + 1) return { problem: 'it lists more numbers than there can be' };
    ranges.push({ first, last });
  }
  return { ranges, count };
}

export function expandNumbers({ ranges }: NumberList): readonly number[] {
  const numbers: number[] = [];
  for (const { first, last } of ranges)
    for (let number = first; number <= last; number++) numbers.push(number);
  return numbers;
}

export function expandNumberList(text: string): readonly number[] | { readonly problem: string } {
  const list = parseNumberList(text);
  return 'problem' in list ? list : expandNumbers(list);
}

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

/** All that some lists stand for, ascending: `0-3` and `2-7,9` are `0-7,9`. Null if one is no list. */
export function uniteNumberLists(texts: readonly string[]): string | null {
  const lists = texts.map(parseNumberList);
  if (lists.some((list) => 'problem' in list)) return null;
  const ranges = lists.flatMap((list) => ('problem' in list ? [] : list.ranges));
  const merged: { first: number; last: number }[] = [];
  for (const { first, last } of ranges.sort((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before === undefined || first > before.last + 1) merged.push({ first, last });
    else before.last = Math.max(before.last, last);
  }
  return merged.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}
