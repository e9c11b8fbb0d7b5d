import { printable } from '../../compiler/source/printable.ts';

/**
 * Shortens a text to a number of letters. The middle goes: names of machines differ at the end, and the text starts with what
 * they are.
 */
export function fitText(text: string, columns: number): string {
  const points = [...printable(text.slice(0, 4096))];
  if (points.length <= columns && text.length <= 4096) return points.join('');
  const room = Math.max(1, columns) - 1;
  const front = Math.ceil((room * 2) / 3);
  return `${points.slice(0, front).join('')}…${points.slice(points.length - (room - front)).join('')}`;
}
