import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile, Span } from '../../compiler/source/source-file.ts';
import { type Group, groupBy } from '../../compiler/values/lists.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { diffPlans } from '../../review/diff/diff-plans.ts';
import type { Difference } from '../../runtime/write-artifacts.ts';
import { type LoadedPlan, loadPlan } from '../input/load-plan.ts';
import { listFirst } from '../output.ts';
import { catchEnvironment } from '../verb.ts';

export const STATES: Readonly<Record<Difference['state'], string>> = {
  missing: 'is missing',
  stale: 'is stale',
  mode: 'is not executable as it was written',
  extra: 'is no longer part of the output',
  manifest: '(the list of files) is stale',
  pending: 'is of a compile that was interrupted: compile again to finish it',
  broken: '(the list of files) cannot be used',
  edited: 'was edited after it was written',
  unlisted: 'is not by rankplan',
  'not-a-file': 'is no regular file',
  outside: 'is outside of the output directory',
  'edited-stale': 'is no longer part of the output, and was edited',
};

/** What makes `compile` leave a file alone, and write nothing. */
const CONFLICTS: ReadonlySet<Difference['state']> = new Set([
  'edited',
  'unlisted',
  'not-a-file',
  'outside',
  'edited-stale',
]);

/** What to say about the output directory, and the compile command that would update it. */
export interface Staleness {
  readonly directory: string;
  readonly differences: readonly Difference[];
  readonly loaded: LoadedPlan;
  readonly plan: LaunchPlan;
  readonly command: string;
}

/**
 * A finding for each kind of difference. What follows from another plan stands at the topology, with the verdict of the
 * diff; the rest stands at the file.
 */
export function describeDifferences(staleness: Staleness): readonly Diagnostic[] {
  const { differences, directory, loaded, plan, command } = staleness;
  // Only a regular file is read: what rankplan did not write may be a pipe.
  const isOther = differences.some(({ path, change: lines }) => path === 'plan.json' && lines !== null);
  const headline = isOther ? compareWithOld(directory, plan) : null;
  const isOnly = differences.every(({ state }) => state === 'manifest');
  const described = differences.filter(({ state }) => isOnly || state !== 'manifest');
  const groups = groupBy(described, ({ state }) => state);
  const states = [...groups.keys()];
  const firstFollowing = states.find((state) => FOLLOWS.has(state));
  const advised = states.find((state) => CONFLICTS.has(state)) ?? states[0];
  return [...groups].map(([state, group]) => {
    const follows = headline !== null && FOLLOWS.has(state);
    const isFirst = follows && state === firstFollowing;
    return {
      code: 'RP4003',
      severity: 'error',
      message: `${directory}: ${nameDifferences(state, group)}${isFirst ? `: ${headline}` : ''}`,
      primary: follows ? startOf(loaded) : placeOf(directory, group, loaded),
      labels: [],
      notes: [],
      help: state === advised ? adviseOn(differences, command) : null,
      suggestion: null,
    };
  });
}

/** What another plan makes of a directory. */
const FOLLOWS: ReadonlySet<Difference['state']> = new Set(['stale', 'missing', 'extra']);

/** How the existing plan differs from the new one; null if they are equal, or there is no plan. */
function compareWithOld(directory: string, plan: LaunchPlan): string | null {
  const read = () => loadPlan(join(directory, 'plan.json'), null).plan;
  const old = catchEnvironment(read, () => null);
  const diff = old === null ? null : diffPlans(old, plan);
  return diff === null || diff.same ? null : diff.headline;
}

const startOf = ({ file }: LoadedPlan): Span => ({ file, start: 0, end: 0 });

/** The line that differs of the first file; of a missing file, the start of the topology, which can be seen. */
function placeOf(directory: string, [first]: Group<Difference>, loaded: LoadedPlan): Span {
  if (first.state === 'missing') return startOf(loaded);
  const name = join(directory, first.path);
  const { line = 1, before = null } = first.change ?? {};
  if (before === null) return { file: { name, text: '\n'.repeat(line - 1) }, start: line - 1, end: line - 1 };
  const file: SourceFile = { name, text: readFileSync(name, 'utf8') };
  const start = file.text.split('\n', line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return { file, start, end: start + before.length };
}

/** `plan.json is stale`, or `481 files are stale (plan.json, hosts, 479 env files)`; all of one state. */
function nameDifferences(state: Difference['state'], group: Group<Difference>): string {
  const [{ path, reason }] = group;
  if (group.length === 1) return `${path} ${STATES[state]}${reason == null ? '' : `: ${reason}`}`;
  const families = groupBy(group, ({ path }) => (path.startsWith('env/') ? 'env files' : path));
  const names = [...families].map(([family, members]) =>
    members.length === 1 ? members[0].path : `${members.length} ${family}`,
  );
  const each = STATES[state]
    .replace(/^is\b/, 'are')
    .replace('was edited after it was', 'were edited after they were');
  return `${group.length} files ${each} (${listFirst(names)})`;
}

/** What a compile refuses, it must not be advised for. */
function adviseOn(differences: readonly Difference[], command: string): string {
  const states = new Set(differences.map(({ state }) => state));
  const again = `run \`${command}\` and commit the result`;
  if (states.has('broken'))
    return `restore .rankplan.json, or delete it together with the files that rankplan wrote; then ${again}`;
  const isRefused = [...states].some((state) => CONFLICTS.has(state));
  if (!isRefused) return again;
  return `compiling would refuse to touch what rankplan did not write: move your changes elsewhere (the topology is a good place), delete what is in the way, then ${again}`;
}
