import { quoteHosts } from '../compiler/plan/job-hosts.ts';
import { quoteShell } from '../compiler/plan/shell-quote.ts';
import { isLine } from '../compiler/source/printable.ts';

const NAME = /^[A-Za-z0-9:][A-Za-z0-9._:-]*$/;

/**
 * Every value in a template passes through one of these helpers, which writes it so that the shell reads exactly this
 * value, or throws. The compiler has checked the values already; this is a second check.
 */
export const templateHelpers = {
  /** Any text as one word of shell. */
  sh: (text: unknown): string => quoteShell(expectText('sh', text)),

  /** A list of texts as words of shell; what stands for a node's host becomes `${host[NODE]}`. */
  words(list: unknown): string {
    if (!Array.isArray(list)) throw new Error(`{{words}} needs a list, not ${String(list)}`);
    const hostOf = (node: string) => `host[${templateHelpers.name(node)}]`;
    return list.map((word) => quoteHosts(expectText('words', word), hostOf, quoteShell)).join(' ');
  },

  /** Writes rows of shell words as aligned columns; a row whose first word is `#` becomes a comment. */
  columns(rows: unknown): string {
    if (!Array.isArray(rows)) throw new Error(`{{columns}} needs a list of lists, not ${String(rows)}`);
    const lines: string[][] = rows.map(([first, ...rest]) =>
      [first, ...rest].map((word) =>
        first === '#' ? templateHelpers.comment(word) : templateHelpers.sh(word),
      ),
    );
    const widths = (lines[0] ?? []).map((_, column) =>
      lines.reduce((most, line) => Math.max(most, line[column]?.length ?? 0), 0),
    );
    return lines
      .map((line) =>
        line
          .map((word, column) => word.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  },

  int(value: unknown): string {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      throw new Error(`{{int}} needs an integer, not ${String(value)}`);
    }
    return String(value);
  },

  /** The name of a topology, a node or a host: nothing in it is special to a shell. */
  name(value: unknown): string {
    const text = expectText('name', value);
    if (!NAME.test(text)) throw new Error(`{{name}} needs a name, not ${JSON.stringify(text)}`);
    return text;
  },

  /** Text after a `#`: it must not end the comment. */
  comment(value: unknown): string {
    const text = expectText('comment', value);
    if (!isLine(text)) throw new Error('{{comment}} needs a text of one line');
    return text;
  },

  /** An option in a comment that sbatch reads: `#SBATCH --name=value`. Its quotes and backslashes are like a shell's. */
  directive(option: unknown): string {
    const { name, value } = option as { name: unknown; value: unknown };
    const text = `#SBATCH --${expectText('directive', name)}`;
    if (value === null) return text;
    const plain = expectText('directive', value);
    if (!isLine(text + plain)) throw new Error('{{directive}} needs a text of one line');
    return `${text}=${/^[\w.,:@%+=/[\]-]+$/.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`}`;
  },

  /** Lines that a field of the topology documents as shell: verbatim. */
  script(lines: unknown): string {
    if (!Array.isArray(lines)) throw new Error(`{{script}} needs a list of lines, not ${String(lines)}`);
    return lines.map((line) => expectText('script', line)).join('\n');
  },
} as const;

function expectText(helper: string, value: unknown): string {
  if (typeof value !== 'string') throw new Error(`{{${helper}}} needs a text, not ${String(value)}`);
  if (value.includes('\0')) throw new Error(`{{${helper}}} cannot hold a NUL character`);
  return value;
}
