import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile, Span } from '../../compiler/source/source-file.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { diffPlans } from '../../review/diff/diff-plans.ts';
import { locateChanges } from '../../review/diff/locate-changes.ts';
import type { Difference } from '../../runtime/write-artifacts.ts';
import { type LoadedPlan, loadPlan } from '../input/load-plan.ts';
import { EnvironmentError } from '../verb.ts';
import {
  adviseOn,
  CONFLICTS,
  countLines,
  firstDifference,
  nameDifferences,
  showLine,
} from './name-differences.ts';

/** What to say about the output directory, and the compile that would mend it. */
export interface Staleness {
  readonly directory: string;
  readonly differences: readonly Difference[];
  readonly loaded: LoadedPlan;
  readonly plan: LaunchPlan;
  readonly command: string;
}

/**
 * A finding for each kind of difference. What follows from another plan stands where the topology changed, with the
 * verdict of the diff; the rest stands at the file.
 */
export function describeDifferences(staleness: Staleness): readonly Diagnostic[] {
  const { differences, directory, loaded, plan, command } = staleness;
  // Only a regular file is read: what rankplan did not write may be a pipe.
  const isOther = differences.some(({ path, change: lines }) => path === 'plan.json' && lines !== null);
  const change = isOther ? describePlanChange(directory, loaded, plan) : null;
  const isOnly = differences.every(({ state }) => state === 'manifest');
  const described = differences.filter(({ state }) => isOnly || state !== 'manifest');
  // What no compile wrote yet is simply missing where the plan is another one.
  const groups = groupBy(described, ({ state }) =>
    state === 'unwritten' && change !== null ? 'missing' : state,
  );
  const states = [...groups.keys()];
  const firstFollowing = states.find((state) => FOLLOWS.has(state));
  const advised = states.find((state) => state in CONFLICTS) ?? states[0];
  return [...groups].map(([state, group]) => {
    const follows = change !== null && FOLLOWS.has(state);
    const isFirst = follows && state === firstFollowing;
    const [primary = startOf(loaded), ...others] = follows
      ? change.spans
      : [placeOf(directory, group, loaded)];
    const verdict = isFirst ? `: ${change.headline}` : countLines(group);
    return {
      code: 'RP4003',
      severity: 'error',
      message: `${directory}: ${nameDifferences(state, group)}${verdict}`,
      primary,
      labels: isFirst
        ? others.slice(0, MAX_LABELS).map((span) => ({ span, message: 'this changed, too' }))
        : [],
      notes: follows ? [] : showLine(group),
      help: state === advised ? adviseOn(differences, command) : null,
      suggestion: null,
    };
  });
}

/** What another plan makes of a directory. */
const FOLLOWS: ReadonlySet<Difference['state']> = new Set(['stale', 'missing', 'unwritten', 'extra']);
const MAX_LABELS = 3;

/** How the plan that is there differs from the one that would be; null where it does not, or is none. */
function describePlanChange(
  directory: string,
  { topology, decisions, file }: LoadedPlan,
  plan: LaunchPlan,
): { readonly headline: string; readonly spans: readonly Span[] } | null {
  const old = readOld(join(directory, 'plan.json'));
  if (old === null) return null;
  const diff = diffPlans(old, plan);
  if (diff.same) return null;
  const spans = locateChanges(diff, { plan, topology, decisions });
  // A place in an inventory file is no place of the topology, but it is the line that changed.
  return { headline: diff.headline, spans: spans.length > 0 ? spans : [{ file, start: 0, end: 0 }] };
}

function readOld(path: string): LaunchPlan | null {
  try {
    return loadPlan(path, null).plan;
  } catch (error) {
    if (error instanceof EnvironmentError) return null;
    throw error;
  }
}

const startOf = ({ file }: LoadedPlan): Span => ({ file, start: 0, end: 0 });

/** The line that differs of the first file; of a missing file, the start of the topology, which can be seen. */
function placeOf(directory: string, [first]: readonly Difference[], loaded: LoadedPlan): Span {
  if (first === undefined || first.state === 'missing' || first.state === 'unwritten') return startOf(loaded);
  const name = join(directory, first.path);
  const { line = 1, before = null } = first.change ?? {};
  if (before === null) return { file: { name, text: '\n'.repeat(line - 1) }, start: line - 1, end: line - 1 };
  const file: SourceFile = { name, text: readFileSync(name, 'utf8') };
  const start = file.text.split('\n', line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const offset = firstDifference(before, first.change?.after ?? '');
  return { file, start: start + offset, end: start + before.length };
}
