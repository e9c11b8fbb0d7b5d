import { constants } from 'node:os';

/** Signals that a launcher may order: the first four end all ranks (that signal, grace, KILL), the last four are passed on. */
export type OrderedSignal = 'HUP' | 'INT' | 'QUIT' | 'TERM' | 'KILL' | 'USR1' | 'USR2' | 'TSTP' | 'CONT';

/**
 * What a launcher says to a guard, as it goes into its stdin (`GuardLink.send`). Words must not contain NUL: neither an
 * argument nor a variable of a process can, so it is a mistake of the caller, and throws a RangeError.
 */
export const order = {
  /** Questions, `KIND ARG` each; answered by `fact` events, then `looked`. */
  look: (questions: readonly string[]): Buffer => withWords('look', questions),

  /** Starts ranks: the words that all have in common, then those of each rank. Once for each guard. */
  run: (common: readonly string[], ranks: readonly (readonly string[])[]): Buffer =>
    withWords(
      'run',
      [common, ...ranks].flatMap((words) => [`${words.length}`, ...words]),
    ),

  /** Answered by `beat`, with the clock there. */
  beat: (): string => 'beat\n',
  signal: (name: OrderedSignal): string => `signal ${constants.signals[`SIG${name}`]}\n`,
  /** What a rank wrote last: answered by `tail` and `recorded` pieces, then `tail-end`. */
  last: (rank: number): string => `last ${whole(rank)}\n`,
  /** Lets the sampler look once; `sample` events answer. */
  observe: (): string => 'observe\n',
  /** Allows this many more bytes of marked output. */
  credit: (bytes: number): string => `credit ${whole(bytes)}\n`,
} as const;

function withWords(name: string, words: readonly string[]): Buffer {
  if (words.some((word) => word.includes('\0'))) throw new RangeError('a word of an order has a NUL');
  const body = Buffer.from(words.map((word) => `${word}\0`).join(''));
  return Buffer.concat([Buffer.from(`${name} ${body.length}\n`), body]);
}

function whole(number: number): number {
  if (!Number.isSafeInteger(number) || number < 0)
    throw new RangeError(`${number} is no whole number of an order`);
  return number;
}
