import { clip, printable } from '../../compiler/source/printable.ts';

/** As much of a line of others as is shown. */
const LONGEST_LINE = 4096;
const SHOWN_NUMBERS = 16;

/** A line for people; `host` is null if there is one host only. What others wrote in it is made harmless. */
export const say = (words: string, host: string | null = null): string =>
  `${quote(host === null ? `rankplan: ${words}` : `rankplan: ${host}: ${words}`)}\n`;

export const sayEach = (lines: readonly string[], host: string | null): string =>
  lines.map((words) => say(words, host)).join('');

/** A line that belongs to the one before. */
export const indent = (words: string, by = '  '): string => `${by}${quote(words)}\n`;

const quote = (text: string): string => printable(clip(text, LONGEST_LINE));

/** `1 rank`, `4 ranks`. */
export const countOf = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

/** `lab1, lab2 and 3 more`. */
export function listSome(items: readonly (string | number)[], most: number): string {
  const more = items.length > most ? ` and ${items.length - most} more` : '';
  return `${items.slice(0, most).join(', ')}${more}`;
}

/** `rank 2`, `ranks 0, 2`; of many the first ones. */
export const listRanks = (ranks: readonly number[]): string =>
  `rank${ranks.length === 1 ? '' : 's'} ${listSome(ranks, SHOWN_NUMBERS)}`;

/** `30`, `2.5`. */
export const formatSeconds = (ms: number): string => `${Number((ms / 1000).toPrecision(6))}`;

/** The last line that an ended program wrote; empty if there is none. */
export const lastLineOf = (text: string): string => text.trimEnd().split('\n').at(-1)?.trim() ?? '';

/** What a shell adds to the number of the signal that ended a process. */
export const SIGNAL_STATUS = 128;

/** Linux's, by number; from 32 on they are for programs. */
const NAMES =
  ' HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS';
const SIGNALS = NAMES.split(' ').map((name) => (name === '' ? null : `SIG${name}`));

/** `SIGTERM`; `signal 40` for those without a name. */
export const nameSignal = (signal: number): string => SIGNALS[signal] ?? `signal ${signal}`;

/**
 * How a process ended: `was killed by SIGSEGV`, `failed with status 3`; shells pass on a child's end: `failed with status 139
 * (as from SIGSEGV)`. `killer` is the signal that ended it, or 0.
 */
export function wordStatus(status: number, killer: number): string {
  if (killer !== 0) return `was killed by ${nameSignal(killer)}`;
  const signal = SIGNALS[status - SIGNAL_STATUS] ?? null;
  return `failed with status ${status}${signal === null ? '' : ` (as from ${signal})`}`;
}
