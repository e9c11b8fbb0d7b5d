import { clip, printable } from '../../compiler/source/printable.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { Conflict } from '../../runtime/inspect-output.ts';
import type { Difference } from '../../runtime/write-artifacts.ts';
import { count } from './print-findings.ts';

/** Why `compile` leaves a file alone, and writes nothing; completes "the file ". */
export const CONFLICTS = {
  edited: 'was edited after it was written',
  unlisted: 'is not one that rankplan wrote',
  'not-a-file': 'is no regular file',
  outside: 'leads out of the output directory',
  'edited-stale': 'is no longer part of the output, but was edited',
} as const satisfies Record<Conflict['reason'], string>;

/** What is said of one file, and of several. */
const STATES: Readonly<Record<Difference['state'], readonly [one: string, several: string]>> = {
  missing: ['is missing', 'are missing'],
  unwritten: [
    'is missing, and no compile wrote it here yet: was it another topology, or another `--emit`?',
    'are missing, and no compile wrote them here yet: was it another topology, or another `--emit`?',
  ],
  stale: ['is stale', 'are stale'],
  mode: ['is not executable as it was written', 'are not executable as they were written'],
  extra: ['is no longer part of the output', 'are no longer part of the output'],
  manifest: ['(the list of files) is stale', 'are stale'],
  pending: ['is of a compile that was interrupted: compile again to finish it', 'are interrupted'],
  broken: ['(the list of files) cannot be used', 'cannot be used'],
  edited: [CONFLICTS.edited, 'were edited after they were written'],
  unlisted: [CONFLICTS.unlisted, 'are not ones that rankplan wrote'],
  'not-a-file': [CONFLICTS['not-a-file'], 'are no regular files'],
  outside: [CONFLICTS.outside, 'lead out of the output directory'],
  'edited-stale': [CONFLICTS['edited-stale'], 'are no longer part of the output, but were edited'],
};

/** How many names and families are listed, and how much of a line is shown. */
const MAX_NAMES = 8;
const MAX_LINE = 100;

/** `plan.json is stale`, or `481 files are stale (plan.json, hosts, 479 env files)`; all of one state. */
export function nameDifferences(state: Difference['state'], group: readonly Difference[]): string {
  const [first] = group;
  if (group.length === 1)
    return `${first?.path} ${STATES[state][0]}${first?.reason == null ? '' : `: ${first.reason}`}`;
  const families = groupBy(group, ({ path }) => (path.startsWith('env/') ? 'env files' : path));
  const names = [...families].map(([family, members]) =>
    members.length === 1 ? (members[0]?.path ?? '') : `${members.length} ${family}`,
  );
  const rest = names.length - MAX_NAMES;
  const list = `${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return `${group.length} files ${STATES[state][1]} (${list})`;
}

type Change = NonNullable<Difference['change']>;

/** `: 4 lines would go and 6 lines would come`, of one file. */
export function countLines(group: readonly Difference[]): string {
  const change = group.length === 1 ? (group[0]?.change ?? null) : null;
  return change === null ? '' : `: ${describeCount(change)}`;
}

function describeCount({ removed, added }: Change): string {
  if (removed === 0 && added === 0) return 'its lines would change places';
  return [
    ...(removed > 0 ? [`${count(removed, 'line')} would go`] : []),
    ...(added > 0 ? [`${count(added, 'line')} would come`] : []),
  ].join(' and ');
}

/** The first line that would come in the place of the one that is shown. */
export function showLine([first]: readonly Difference[]): string[] {
  const change = first?.change ?? null;
  if (change === null) return [];
  if (change.after === null) return [`${first?.path}:${change.line} would go`];
  const { before, after } = change;
  const start = Math.max(0, firstDifference(before ?? '', after) - MAX_LINE / 2);
  const text = `${start > 0 ? '…' : ''}${clip(printable(after.slice(start)), MAX_LINE)}`;
  return [`${first?.path}:${change.line} would be: ${text}`];
}

export function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

/** What a compile refuses, it must not be advised for. */
export function adviseOn(differences: readonly Difference[], command: string): string {
  const states = new Set(differences.map(({ state }) => state));
  const again = `run \`${command}\` and commit the result`;
  if (states.has('broken'))
    return `restore .rankplan.json, or delete it together with the files that rankplan wrote; then ${again}`;
  const isRefused = [...states].some((state) => state in CONFLICTS);
  if (!isRefused) return again;
  return `compiling would refuse to touch what rankplan did not write: move your changes elsewhere (the topology is a good place), delete what is in the way, then ${again}`;
}
