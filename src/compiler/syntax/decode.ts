import type { Code } from '../../generated/codes.ts';
import { compareText, type Reporter } from '../diagnostics/reporter.ts';
import { CODE_HELP_IN_TEXT, noteVariable } from '../values/code-variables.ts';
import { whyReserved } from '../values/planned-variables.ts';
import { explainPlainBytes, LEAST_PLAIN_BYTES, parseDuration, parseMemory } from '../values/quantities.ts';
import { type TextEntry, textEntries, textItems, valueSpan } from './document.ts';
import type { Environment } from './topology.ts';

/** Why a value cannot be taken. */
export class Refusal {
  readonly code: Code;
  readonly message: string;
  readonly help: string;

  constructor(code: Code, message: string, help: string) {
    this.code = code;
    this.message = message;
    this.help = help;
  }
}

/** The value of a key, or of an item of a list, as `read` decodes it; null if there is none, or it is refused. */
export function decode<M extends object, K extends keyof M & (string | number), T>(
  map: M | null | undefined,
  key: K,
  report: Reporter,
  read: (value: NonNullable<M[K]>) => T | Refusal,
): T | null {
  const value = map?.[key];
  if (map == null || value == null) return null;
  const decoded = read(value);
  if (!(decoded instanceof Refusal)) return decoded;
  report.error(decoded.code, valueSpan(map, key), decoded.message, { help: decoded.help });
  return null;
}

/** An amount of memory of at least `least` bytes. */
export function decodeBytes<M extends object, K extends keyof M & string>(
  map: M,
  key: K,
  least: number,
  report: Reporter,
): number | null {
  return decode(map as Readonly<Record<string, string | number>>, key, report, (value) => {
    if (typeof value === 'number' && value > 0 && value < LEAST_PLAIN_BYTES) {
      const { message, help } = explainPlainBytes(key, value);
      return new Refusal('RP1105', message, help);
    }
    const bytes = parseMemory(value);
    if (bytes !== null && bytes >= least) return bytes;
    const help = 'write a number and a unit: 80GiB, 40536MiB, 24GB, 900kB';
    return new Refusal('RP1105', `\`${value}\` is no amount of memory`, help);
  });
}

/** Reads a duration of at most `limit` seconds; `most` says that in words. */
export const durationUpTo =
  (limit: number, most: string, code: Code = 'RP1105') =>
  (time: string | number): number | Refusal => {
    const seconds = parseDuration(time);
    if (seconds !== null && seconds <= limit) return seconds;
    const message = `\`${time}\` is no duration of at most ${most}`;
    return new Refusal(code, message, 'write seconds or a number with a unit: 30s, 2m, 1h');
  };

type Words = readonly (string | number | boolean)[];

/** The words of a command as they are written; null if there is none. */
export function decodeWords(list: Words | undefined, key: string, report: Reporter): string[] | null {
  if (list === undefined) return null;
  const words = textItems(list);
  if (words[0] === '') {
    const isRepeated = typeof (list as readonly unknown[])[0] === 'object';
    const message = `the first word of \`${key}\` is ${isRepeated ? 'repeated' : 'empty'}: there is no program to start`;
    const help = 'write the program first, then its arguments';
    report.error('RP2027', valueSpan(list, 0), message, { help });
  }
  return words;
}

/** Texts as they are written, by the sorted names of their keys: the number 2.10 is not 2.1. */
export const sortTexts = (entries: readonly TextEntry[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    entries.map(({ key, text }) => [key, text] as const).sort((a, b) => compareText(a[0], b[0])),
  );

export const decodeEnvironment = (map: object | undefined, report: Reporter): Environment =>
  map === undefined ? {} : sortTexts(textEntries(map).filter((entry) => checkVariable(entry, report)));

function checkVariable({ key, keySpan }: TextEntry, report: Reporter): boolean {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) {
    const help = 'use letters, digits and `_`, not starting with a digit';
    report.error('RP1106', keySpan(), `\`${key}\` is no name of an environment variable`, { help });
    return false;
  }
  const reserved = whyReserved(key);
  if (reserved === null) noteVariable(key, keySpan, report, CODE_HELP_IN_TEXT);
  else report.error('RP2025', keySpan(), `\`${key}\` ${reserved.reason}`, { help: reserved.help });
  return reserved === null;
}
