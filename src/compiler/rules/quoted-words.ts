import type { Span } from '../source/source-file.ts';
import { textEntries, textItems, valueSpan } from '../syntax/document.ts';
import type { Rule } from './rule.ts';

/** Quotes of word processors are letters to YAML: programs get them with the text. */
export const quotedWords: Rule = {
  name: 'quoted-words',
  codes: ['RP1107'],
  sees: 'topology',
  check({ topology: { source }, report }) {
    const { launch, slurm, nodes } = source;
    const look = (text: string, span: () => Span): void => {
      if (!QUOTED.test(text) || !isBare(span())) return;
      report.warning('RP1107', span(), `the quotes around \`${text}\` are a part of the text`, {
        help: `write \`"\` instead, or put all of it into such quotes if they are meant: "${text}"`,
      });
    };
    const lists = [
      launch?.command,
      launch?.wrap,
      launch?.setup,
      launch?.remote?.command,
      slurm?.setup,
      slurm?.srun,
      slurm?.healthCheck,
    ];
    for (const list of lists) {
      if (list === undefined) continue;
      for (const [i, text] of textItems(list).entries()) look(text, () => valueSpan(list, i));
    }
    for (const map of [launch?.env, slurm?.directives, ...nodes.map(({ env }) => env)])
      if (map !== undefined) for (const { text, valueSpan: span } of textEntries(map)) look(text, span);
  },
};

/** Escaped, because the bundles are read byte by byte. */
const QUOTED = /^[\u2018-\u201f].*[\u2018-\u201f]$/su;

/** Whoever puts quotes around them means them. */
const isBare = ({ file, start }: Span): boolean => !/["'|>]/.test(file.text[start] ?? '');
