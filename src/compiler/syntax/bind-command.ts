import type { Command } from '../../generated/topology.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import { didYouMean } from '../values/suggest-name.ts';
import { decodeWords } from './decode.ts';
import { textItems, valueSpan } from './document.ts';

/** How many replicas each role has, by its name. */
export type Replicas = ReadonlyMap<string, number>;

/** As many as the schema lets one command have. */
const MOST_WORDS = 10_000;

/** The words of a command. Those that are repeated for each replica of a role name it by its number. */
export function bindCommand(command: Command | undefined, replicas: Replicas | null, report: Reporter) {
  if (command === undefined) return null;
  let left = MOST_WORDS;
  const words = decodeWords(command as readonly string[], 'command', report) ?? [];
  return command.flatMap((item, position) => {
    if (typeof item !== 'object') return words[position] ?? '';
    const count = replicas?.get(item.each);
    left -= (count ?? 0) * item.words.length;
    if (count !== undefined && left >= 0) return repeat(textItems(item.words), item.each, count);
    if (count !== undefined) {
      const message = `${count} times ${item.words.length} words are more than a command may have`;
      report.error('RP2003', valueSpan(item, 'each'), message, { help: `at most ${MOST_WORDS} in all` });
      return [];
    }
    const message = `no role is named \`${item.each}\`${didYouMean(item.each, replicas?.keys() ?? [])}`;
    const help = 'name a role of `roles`; where there are none, write the words out';
    report.error('RP3061', valueSpan(item, 'each'), message, { help });
    return [];
  });
}

/** The item of a command that says the word at this position. */
export function itemOfWord(command: Command, replicas: Replicas | null, position: number): number {
  let left = position;
  return command.findIndex((item) => {
    left -= typeof item === 'object' ? item.words.length * (replicas?.get(item.each) ?? 0) : 1;
    return left < 0;
  });
}

const repeat = (words: readonly string[], role: string, count: number): string[] =>
  Array.from({ length: count }, (_, replica) =>
    words.map((word) => word.replaceAll('{{each.', `{{${role}.${replica}.`)),
  ).flat();
