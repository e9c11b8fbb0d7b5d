import { renderDiagnostic } from '../../compiler/diagnostics/render-text.ts';
import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { endProgress } from '../note-progress.ts';
import { EXIT } from '../verb.ts';

export { count } from '../../review/list-some.ts';

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
