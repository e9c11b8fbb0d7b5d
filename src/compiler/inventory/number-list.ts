/** The largest number in a list of GPU or CPU numbers. */
export const MAX_LISTED_NUMBER = 65_535;

/** Expands `0,2,4-7` in the order written, or says what is wrong with it. */
export function expandNumberList(text: string): readonly number[] | { readonly problem: string } {
  const numbers: number[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*$/.exec(part);
    if (match === null) return { problem: `\`${part.trim()}\` is no number and no range such as 0-3` };
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (last < first) return { problem: `the range \`${part.trim()}\` runs backwards` };
    if (last > MAX_LISTED_NUMBER) return { problem: `${last} is above ${MAX_LISTED_NUMBER}` };
    for (let number = first; number <= last; number++) numbers.push(number);
    if (numbers.length > MAX_LISTED_NUMBER + 1) return { problem: 'it lists more numbers than there can be' };
  }
  return numbers;
}
