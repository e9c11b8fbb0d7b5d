import type { PlanRank } from '../../generated/plan.ts';
import type { RankEnvironment } from './rank-environment.ts';

/** What an environment becomes: variables with their values, and those that go away (null), by name. */
export type EnvironmentChanges = ReadonlyMap<string, string | null>;

/**
 * What sourcing the rank's env file would change in `inherited`. Lines are taken in the file's order, so an expansion
 * sees what stands above it. Throws if a variable is missing that a launcher has to set.
 */
export function resolveEnvironment(
  { unset, variables }: RankEnvironment,
  rank: PlanRank,
  inherited: Readonly<Record<string, string | undefined>>,
): EnvironmentChanges {
  const changes = new Map<string, string | null>(unset.map((name) => [name, null]));
  const lookUp = (name: string): string => (changes.has(name) ? changes.get(name) : inherited[name]) ?? '';
  for (const { name, value } of variables) {
    if (typeof value === 'string') changes.set(name, value);
    else if (typeof value === 'function') changes.set(name, value(rank));
    else changes.set(name, expand(value.expansion, lookUp));
  }
  return changes;
}

/** The two forms that rank environments use: `${NAME:-default}` and `${NAME:?message}`. */
const EXPANSION = /^\$\{(\w+):([-?])(.*)\}$/;

function expand(expansion: string, lookUp: (name: string) => string): string {
  const [, name, operator, text] = EXPANSION.exec(expansion) ?? [];
  if (name === undefined || text === undefined) throw new Error(`cannot expand ${expansion}`);
  const value = lookUp(name);
  if (value !== '') return value;
  if (operator === '?') throw new Error(`${name} ${text}`);
  return text;
}
