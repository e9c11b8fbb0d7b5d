import { clip, printable } from '../../compiler/source/printable.ts';

/** As much of a line of others as is shown. */
const LONGEST_LINE = 4096;
const SHOWN_NUMBERS = 16;

/** A line for people; `host` is null where there is one host only. What others wrote in it is made harmless. */
export const say = (words: string, host: string | null = null): string =>
  `${quote(host === null ? `rankplan: ${words}` : `rankplan: ${host}: ${words}`)}\n`;

/** A line that belongs to the one before. */
export const indent = (words: string, by = '  '): string => `${by}${quote(words)}\n`;

const quote = (text: string): string => printable(clip(text, LONGEST_LINE));

/** `1 rank`, `4 ranks`. */
export const countOf = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

/** `rank 2`, `ranks 0, 2`; of many the first ones. */
export function listRanks(ranks: readonly number[]): string {
  const shown = ranks.slice(0, SHOWN_NUMBERS).join(', ');
  const more = ranks.length - SHOWN_NUMBERS;
  return `rank${ranks.length === 1 ? '' : 's'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `30`, `2.5`. */
export const formatSeconds = (ms: number): string => `${Number((ms / 1000).toPrecision(6))}`;
