import type { Diagnostic, Severity } from '../../compiler/diagnostics/reporter.ts';
import { print } from '../output.ts';
import { count } from './print-findings.ts';

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
