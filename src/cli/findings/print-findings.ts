import { renderDiagnostic } from '../../compiler/diagnostics/render-text.ts';
import {
  createReporter,
  type Diagnostic,
  type Reporter,
  type Severity,
} from '../../compiler/diagnostics/reporter.ts';
import { count } from '../../review/list-some.ts';
import { print } from '../output.ts';
import { endProgress } from '../progress.ts';
import { EXIT } from '../verb.ts';

export { count };

/** Whether to colour what goes to `stream`: only a terminal, and not where NO_COLOR says no. */
export function useColours(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, TERM } = process.env;
  return stream.isTTY === true && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb';
}

/** Prints findings as text; returns the exit status that they mean. */
export function printFindings(found: readonly Diagnostic[], stream: NodeJS.WriteStream): number {
  endProgress();
  const colours = useColours(stream);
  for (const diagnostic of found) stream.write(renderDiagnostic(diagnostic, colours));
  return statusOf(found);
}

export function statusOf(found: readonly Diagnostic[]): number {
  return found.some(({ severity }) => severity === 'error') ? EXIT.findings : EXIT.fine;
}

/** Prints what is reported on stderr; returns the exit status that it means. */
export function printReported(fill: (report: Reporter) => void): number {
  const report = createReporter();
  fill(report);
  return printFindings(report.diagnostics(), process.stderr);
}

/** One line about all files: `3 files: 1 ok, 1 with warnings, 1 with errors (2 errors, 1 warning)`. */
export function printTotals(files: readonly (readonly Diagnostic[])[], unread: number): void {
  const has = (found: readonly Diagnostic[], level: Severity) =>
    found.some(({ severity }) => severity === level);
  const broken = files.filter((found) => has(found, 'error')).length;
  const warned = files.filter((found) => has(found, 'warning') && !has(found, 'error')).length;
  const parts = [
    [files.length - broken - warned, 'ok'],
    [warned, 'with warnings'],
    [broken, 'with errors'],
    [unread, 'not read'],
  ] as const;
  const totals = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  print(`${count(files.length + unread, 'file')}: ${totals.join(', ')}${sum(files.flat())}\n`);
}

function sum(found: readonly Diagnostic[]): string {
  const levels = (['error', 'warning'] as const).flatMap((level) => {
    const number = found.filter(({ severity }) => severity === level).length;
    return number > 0 ? [count(number, level)] : [];
  });
  return levels.length > 0 ? ` (${levels.join(', ')})` : '';
}
