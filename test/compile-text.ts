import { type Compilation, compile } from '../src/compiler/compile.ts';
import type { Diagnostic } from '../src/compiler/diagnostics/reporter.ts';
import type { ReadFile } from '../src/compiler/inventory/read-inventory.ts';
import { renderPlan } from '../src/compiler/plan/render-plan.ts';
import { positionAt } from '../src/compiler/source/source-file.ts';
import type { LaunchPlan } from '../src/generated/plan.ts';
import { readNothing } from './read-beside.ts';

/** Compiles a text, or an object as JSON, which may leave out the version and a name that do not matter. */
export function compileText(source: string | Uint8Array | object, read: ReadFile = readNothing): Compilation {
  const isText = typeof source === 'string' || source instanceof Uint8Array;
  const text = isText ? source : JSON.stringify({ version: 1, name: 'x', ...source });
  return compile(text, { name: 'topology.yaml', read });
}

/** Where a finding is, as `LINE:COLUMN`. */
export function placeOf({ primary: { file, start } }: Pick<Diagnostic, 'primary'>): string {
  const { line, column } = positionAt(file, start);
  return `${line}:${column}`;
}

/** The codes of the errors, each once. */
export const errorCodes = ({ diagnostics }: Compilation): readonly string[] => [
  ...new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)),
];

/** The plan of a topology that must be fine. */
export function planOf(source: string | Uint8Array | object, read?: ReadFile): LaunchPlan {
  const { plan, diagnostics } = compileText(source, read);
  if (plan === null)
    throw new Error(diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  return plan;
}

export const planText = (plan: LaunchPlan | null): string | null =>
  plan === null ? null : renderPlan(plan).join('');
