import { printable } from '../source/printable.ts';
import { codePoints, lineEnd, positionAt, type Span } from '../source/source-file.ts';
import type { Diagnostic } from './reporter.ts';

const STYLES = { error: '1;31', warning: '1;33', note: '1;36', strong: '1', frame: '34' } as const;

/** A text for a terminal, or for a file, which has no colours. */
type Paint = (style: keyof typeof STYLES, text: string) => string;

/** One finding as people read it: place, code, message, the line with a caret, other places, notes, help. */
export function renderDiagnostic(found: Diagnostic, colours: boolean): string {
  const paint: Paint = (style, text) => (colours ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
  const { code, severity, message, primary, labels, notes, help } = found;
  const [at, kind] = [paint('strong', printable(place(primary))), paint(severity, `${severity}[${code}]`)];
  const lines = [`${at}: ${kind}: ${paint('strong', printable(message))}`, ...excerpt(primary, paint)];
  for (const label of labels)
    lines.push(
      `  ${printable(place(label.span))}: ${printable(label.message)}`,
      ...excerpt(label.span, paint),
    );
  for (const note of notes) lines.push(`  ${paint('frame', 'note:')} ${printable(note)}`);
  if (help !== null) lines.push(`  ${paint('frame', 'help:')} ${printable(help)}`);
  return `${lines.join('\n')}\n`;
}

function place({ file, start }: Span): string {
  const { line, column } = positionAt(file, start);
  return `${file.name}:${line}:${column}`;
}

/** How many code points of a line are shown, and of a long one how many before the place. */
const MAX_EXCERPT = 120;
const LEAD = 19;

function excerpt({ file, start, end }: Span, paint: Paint): string[] {
  if (file.text === '') return [];
  const { line, column, offset } = positionAt(file, start);
  const lead = column > MAX_EXCERPT - 20 ? LEAD : column - 1;
  const stop = lineEnd(file, line);
  // A code point has two units at most, so of a line of megabytes little is read.
  const points = Array.from(file.text.slice(Math.max(0, offset - 2 * lead), offset));
  const before = points.slice(points.length - lead).join('');
  const rest = Array.from(file.text.slice(offset, Math.min(stop, offset + 2 * MAX_EXCERPT)));
  const behind = rest.slice(0, MAX_EXCERPT - lead).join('');
  const shown = printable(`${before}${behind}`.replaceAll('\t', ' '));
  const width = codePoints(behind.slice(0, Math.max(0, end - offset)));
  const carets = '^'.repeat(Math.max(1, width));
  const number = String(line);
  return [
    `${paint('frame', `  ${number} |`)} ${shown}`,
    `${paint('frame', `  ${' '.repeat(number.length)} |`)} ${' '.repeat(lead)}${paint('strong', carets)}`,
  ];
}
