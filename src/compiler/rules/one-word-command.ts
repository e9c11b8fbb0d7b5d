import { valueSpan } from '../syntax/document.ts';
import { splitWords } from '../values/split-words.ts';
import { yamlText } from '../values/yaml-text.ts';
import type { Rule } from './rule.ts';

/** A whole command line as the first word: no program has such a name. */
export const oneWordCommand: Rule = {
  name: 'one-word-command',
  codes: ['RP1108'],
  sees: 'topology',
  check({ topology: { source }, report }) {
    const { launch, slurm } = source;
    const lists = [
      ['command', launch?.command],
      ['wrap', launch?.wrap],
      ['command', launch?.remote?.command],
      ['healthCheck', slurm?.healthCheck],
    ] as const;
    for (const [key, list] of lists) {
      const program = list?.[0];
      // A path may have blanks in it; one that begins with a word and goes on with options has not.
      if (list === undefined || typeof program !== 'string' || !/^[\w.+-]+\s+\S/.test(program)) continue;
      const words = [...splitWords(program), ...list.slice(1)];
      report.warning(
        'RP1108',
        valueSpan(list, 0),
        `the first word of \`${key}\` has blanks in it: no shell divides it`,
        {
          help: `write each word for itself: \`${key}: ${yamlText(words)}\``,
        },
      );
    }
  },
};
