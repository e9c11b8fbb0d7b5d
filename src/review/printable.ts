/**
 * Text of other people for a terminal or a page: control characters, line ends, invisible characters and those that
 * turn the direction of writing become U+FFFD, so that what is shown is what is there, on one line.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\ufffd');
}

/** The same for a text of several lines of our own, which quotes what others wrote. */
export const printableLines = (text: string): string => text.replace(/[^\n]+/g, printable);

/** Cuts a text to at most `length` code points. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const points = [...text.slice(0, 2 * length + 2)];
  return points.length <= length && text.length <= 2 * length
    ? text
    : `${points.slice(0, length - 1).join('')}…`;
}
