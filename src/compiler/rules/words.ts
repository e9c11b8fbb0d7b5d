import type { Span } from '../source/source-file.ts';
import { textEntries, textItems, valueSpan } from '../syntax/document.ts';
import { splitWords } from '../values/split-words.ts';
import { yamlText } from '../values/yaml-text.ts';
import type { TopologyContext } from './rule.ts';

/** Quotes of word processors are letters to YAML: programs get them with the text. */
export function quotedWords({ topology: { source }, report }: TopologyContext): void {
  const { launch, slurm, nodes } = source;
  const look = (text: string, span: () => Span): void => {
    if (!QUOTED.test(text) || !isBare(span())) return;
    const help = `write \`"\` instead, or put all of it into such quotes if they are meant: "${text}"`;
    report.warning('RP1107', span(), `the quotes around \`${text}\` are a part of the text`, { help });
  };
  const { command, wrap, setup, remote } = launch ?? {};
  const lists = [command, wrap, setup, remote?.command, slurm?.setup, slurm?.srun, slurm?.healthCheck];
  for (const list of lists) {
    if (list === undefined) continue;
    for (const [i, text] of textItems(list).entries()) look(text, () => valueSpan(list, i));
  }
  for (const map of [launch?.env, slurm?.directives, ...nodes.map(({ env }) => env)])
    if (map !== undefined) for (const { text, valueSpan: span } of textEntries(map)) look(text, span);
}

/** Escaped, because the bundles are read byte by byte. */
const QUOTED = /^[\u2018-\u201f].*[\u2018-\u201f]$/su;

/** Inside the quotes of YAML they are meant. */
const isBare = ({ file, start }: Span): boolean => !/["'|>]/.test(file.text[start] ?? '');

/** A whole command line as the first word: no program has such a name. */
export function oneWordCommand({ topology: { source }, report }: TopologyContext): void {
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
    const message = `the first word of \`${key}\` has blanks in it: no shell divides it`;
    const help = `write each word for itself: \`${key}: ${yamlText(words)}\``;
    report.warning('RP1108', valueSpan(list, 0), message, { help });
  }
}

/** `lab 1`: a blank divides a host list as a comma does, so these are the hosts `lab` and `1`. */
export function splitHostName({ topology: { source }, report }: TopologyContext): void {
  for (const node of source.nodes) {
    const { hosts } = node;
    const lists = typeof hosts === 'string' ? [hosts] : hosts;
    for (const [i, text] of lists.entries()) {
      // Longer lists are written by a program.
      const [whole, name, number] = SPLIT.exec(text.slice(0, 4096)) ?? [];
      if (whole === undefined) continue;
      const span = typeof hosts === 'string' ? valueSpan(node, 'hosts') : valueSpan(hosts, i);
      report.warning('RP2035', span, `\`${name} ${number}\` is two hosts, \`${name}\` and \`${number}\``, {
        help: `write \`${name}${number}\` for one host, \`${name},${number}\` for two`,
      });
    }
  }
}

/** A name without a number, a blank, and a number without a name. */
const SPLIT = /(?:^|[\s,])([A-Za-z][A-Za-z._-]*)[ \t\r\n]+(\d+|\[[\d,-]+\])(?=[\s,]|$)/;
