import type { Reporter } from '../diagnostics/reporter.ts';
import { textItems, valueSpan } from './document.ts';
import type { TopologyDocument } from './topology.ts';

type Words = NonNullable<NonNullable<TopologyDocument['launch']>['command']>;

/** The words of a command as they are written; null where there is none. */
export function bindWords(list: Words | undefined, key: string, report: Reporter): readonly string[] | null {
  if (list === undefined) return null;
  const words = textItems(list);
  if (words[0] === '') {
    report.error(
      'RP2027',
      valueSpan(list, 0),
      `the first word of \`${key}\` is empty: there is no program to start`,
      {
        help: 'write the program first, then its arguments',
      },
    );
  }
  return words;
}
