import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createReporter, type Diagnostic } from '../src/compiler/diagnostics/reporter.ts';
import { parsePlan } from '../src/compiler/plan/parse-plan.ts';
import type { LaunchPlan } from '../src/generated/plan.ts';

const FOLDER = resolve('test/golden');

export const pathOf = (name: string): string => join(FOLDER, name, 'expected/plan.json');

/** The golden plans, by `cases/name` and `examples/name`. */
export const SAVED_PLANS: readonly string[] = ['cases', 'examples']
  .flatMap((kind) => readdirSync(join(FOLDER, kind)).map((name) => `${kind}/${name}`))
  .filter((name) => existsSync(pathOf(name)))
  .sort();

export const readSaved = (name: string): LaunchPlan => JSON.parse(readFileSync(pathOf(name), 'utf8'));

/** What is read of a text, or of an object as JSON, as a saved plan, and what is found in it. */
export function parseSaved(saved: string | object): {
  readonly plan: LaunchPlan | null;
  readonly found: readonly Diagnostic[];
} {
  const report = createReporter();
  const text = typeof saved === 'string' ? saved : JSON.stringify(saved);
  const plan = parsePlan({ name: 'plan.json', text }, report);
  return { plan, found: report.diagnostics() };
}

/** Maps whose keys are the user's own. */
const OPEN = new Set(['dependsOn', 'directives', 'env', 'ports', 'scores', 'software']);

/** A plan or inventory as a rankplan of the future may write it: each object has fields that nobody knows yet. */
export function makeNewer<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(makeNewer) as T;
  const inner = Object.entries(value).map(([key, item]) => [key, OPEN.has(key) ? item : makeNewer(item)]);
  const newer = { ...Object.fromEntries(inner), fromTheFuture: { deep: [1, null] } };
  if ('formatVersion' in newer) newer.formatVersion = '1.99';
  return newer as T;
}
