import { adviceOf, type Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { printable } from '../../compiler/source/printable.ts';
import { positionAt } from '../../compiler/source/source-file.ts';
import { createPathOf, type PathOf } from './repository-path.ts';

export function renderAnnotations(found: readonly Diagnostic[]): string {
  const pathOf = createPathOf(process.cwd());
  return found.map((finding) => renderAnnotation(finding, pathOf)).join('');
}

/**
 * One finding as a workflow command of GitHub, which shows it at the line of the file. Columns are only allowed when
 * the finding is on one line, and the last one is part of it.
 */
function renderAnnotation(found: Diagnostic, pathOf: PathOf): string {
  const { severity, code, message, primary, labels } = found;
  const { file } = primary;
  const start = positionAt(file, primary.start);
  const end = positionAt(file, primary.end);
  const columns =
    start.line === end.line ? { col: start.column, endColumn: Math.max(start.column, end.column - 1) } : {};
  const lines = { line: start.line, endLine: end.line };
  const properties = { file: pathOf(file.name), ...lines, ...columns, title: code };
  const text = [
    message,
    ...labels.map((label) => `${placeOf(label.span, pathOf)}: ${label.message}`),
    ...adviceOf(found),
  ];
  const written = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  );
  return `::${severity === 'note' ? 'notice' : severity} ${written.join(',')}::${text.map((line) => escapeData(printable(line))).join('%0A')}\n`;
}

function placeOf({ file, start }: Diagnostic['primary'], pathOf: PathOf): string {
  const { line, column } = positionAt(file, start);
  return `${pathOf(file.name)}:${line}:${column}`;
}

/** Escapes the text after `::` as @actions/core does. */
const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Escapes a property as it does; then removes characters for terminals, after line ends were escaped. */
const escapeProperty = (text: string): string =>
  printable(escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C'));
