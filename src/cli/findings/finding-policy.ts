import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { UsageError } from '../verb.ts';

/** Which findings a command line reports, and with which severity. */
export type Policy = (found: readonly Diagnostic[]) => readonly Diagnostic[];

export async function readPolicy(disable: string | null, asErrors: boolean): Promise<Policy> {
  const disabled = await readDisabled(disable);
  return (found) =>
    found
      .filter(({ code, severity }) => severity === 'error' || !disabled.has(code))
      .map((finding) => (asErrors && finding.severity === 'warning' ? toError(finding) : finding));
}

const toError = (warning: Diagnostic): Diagnostic => ({
  ...warning,
  severity: 'error',
  notes: [...warning.notes, 'this is a warning; `--warnings-as-errors` makes it an error'],
});

/** The catalog is loaded only where a code is given. */
async function readDisabled(list: string | null): Promise<ReadonlySet<string>> {
  if (list === null) return new Set();
  const { findEntry } = await import('../../compiler/diagnostics/catalog.ts');
  const codes = list.split(',').map((code) => code.trim().toUpperCase());
  for (const code of codes) {
    const entry = findEntry(code);
    if (entry === null)
      throw new UsageError(`there is no diagnostic \`${code}\`: --disable takes codes such as RP3007`);
    if (entry.severity === 'error')
      throw new UsageError(
        `${code} (${entry.title}) is an error: only warnings and notes can be disabled, since with an error there is no plan`,
      );
  }
  return new Set(codes);
}
