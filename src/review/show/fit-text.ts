import { printable } from '../../compiler/source/printable.ts';

/**
 * Shortens a text to a number of columns of a font of fixed width. The middle goes: names of machines differ at the end,
 * and the text starts with what they are. A letter of East Asia, or a picture, takes two columns.
 */
export function fitText(text: string, columns: number): string {
  const points = [...printable(text.slice(0, 4096))];
  const widths = points.map(widthOf);
  if (sumOf(widths) <= columns && text.length <= 4096) return points.join('');
  const room = Math.max(1, columns) - 1;
  const front = take(widths, Math.ceil((room * 2) / 3));
  const back = take(widths.toReversed(), room - sumOf(widths.slice(0, front)));
  return `${points.slice(0, front).join('')}…${back === 0 ? '' : points.slice(-back).join('')}`;
}

/** How many of the first points fit. */
function take(widths: readonly number[], columns: number): number {
  let used = 0;
  let count = 0;
  for (; count < widths.length; count++) {
    used += widths[count] ?? 0;
    if (used > columns) break;
  }
  return count;
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f000}-\u{3ffff}]/u;

const widthOf = (point: string): number => (/\p{M}/u.test(point) ? 0 : WIDE.test(point) ? 2 : 1);
