import { constants } from 'node:os';
import { rankFile } from '../run/run-folder.ts';
import type { EndedRank, Run } from './coordination.ts';
import type { GuardEvent } from './events.ts';
import type { Host } from './host.ts';
import { type Transport, wordFault, wordGone, wordSilentEnd } from './host-words.ts';
import {
  type Ends,
  wordFailure,
  wordNarrowed,
  wordOverdue,
  wordSurvivors,
  wordWaiting,
  wordWarning,
} from './rank-words.ts';
import { type RunScene, wordEnd, wordFullDisk, wordRestart, wordStart } from './run-words.ts';
import type { Verdict } from './verdict.ts';

/** One host alone is not named. */
export const nameOf = ({ site }: Run, { machine }: Host): string | null =>
  site.isAlone ? null : machine.name;

export function describeTransport({ site }: Run, { reader, end, link }: Host): Transport {
  const said = [reader?.noise ?? '', end?.complaint ?? '', end?.reason ?? ''];
  const exit = end ?? link?.exit() ?? null;
  const signal = exit?.signal == null ? null : constants.signals[exit.signal];
  return {
    program: site.transport,
    end: exit === null ? null : { status: exit.status, signal },
    isClosed: end !== null,
    complaint: said.filter((text) => text.trim() !== '').join('\n'),
  };
}

type Problem = Extract<GuardEvent, { event: 'warning' | 'narrowed' }>;

/** What is said of one rank is mostly true of all: each warning comes once. */
export function reportProblem(run: Run, host: Host, event: Problem): void {
  const name = nameOf(run, host);
  const text =
    event.event === 'narrowed'
      ? wordNarrowed(event.rank, event.subject, event.outcome, name)
      : wordWarning(event, name);
  if (run.isNew(text)) run.audience.say(text);
}

export function reportFullDisk(run: Run, host: Host, folder: string): void {
  run.audience.say(wordFullDisk(folder, nameOf(run, host)));
}

/** Who still ran when the grace was over, of each host in one line. */
export function reportOverdue(run: Run): void {
  for (const host of run.hosts) {
    if (host.overdue.length === 0) continue;
    const ranks = host.overdue.splice(0).sort((a, b) => a - b);
    run.audience.say(wordOverdue(ranks, run.settings, nameOf(run, host)));
  }
}

export function reportSurvivors(run: Run): void {
  for (const host of run.hosts)
    if (host.survivors.length > 0) run.audience.say(wordSurvivors(host.survivors, nameOf(run, host)));
}

/** The ranks of one host, or of all, that have ended with 0. */
function listWell(run: Run): readonly number[] {
  return [...run.ends.values()]
    .filter(({ kind }) => kind === 'well')
    .map(({ rank }) => rank)
    .sort((a, b) => a - b);
}

const WAITING_MS = 30_000;

/** Some ranks ended well long ago, and others go on: they may wait for these for ever. */
export function reportWaiting(run: Run, now: number): void {
  if (run.wasWaitingReported || run.leftFirstMs === null || run.deadlineMs !== null) return;
  if (now < run.leftFirstMs + WAITING_MS) return;
  run.wasWaitingReported = true;
  const running = run.hosts.flatMap(({ ranks }) =>
    ranks.filter(({ rank }) => !run.ends.has(rank)).map(({ rank }) => rank),
  );
  if (running.length > 0) run.audience.say(wordWaiting(listWell(run), running, WAITING_MS, null));
}

export const untilWaiting = ({ leftFirstMs, wasWaitingReported }: Run, now: number): number =>
  leftFirstMs === null || wasWaitingReported ? Number.POSITIVE_INFINITY : leftFirstMs + WAITING_MS - now;

/** Who failed first, or which host ended the run. */
export function reportFirstFailure(run: Run, verdict: Verdict): void {
  const host = run.hosts[verdict.host];
  if (host === undefined) return;
  const text = verdict.end === null ? wordHostFault(run, host) : wordRank(run, host, verdict.end.rank);
  run.audience.say(text);
}

function wordHostFault(run: Run, host: Host): string {
  const found = run.faults.get(host.index);
  return found === undefined
    ? ''
    : wordFault({ ...found, transport: describeTransport(run, host) }, nameOf(run, host));
}

function wordRank(run: Run, host: Host, number: number): string {
  const rank = host.ranks.find(({ rank }) => rank === number);
  const end = run.ends.get(number);
  if (rank === undefined || end === undefined) return '';
  const { text = '', recorded = '' } = host.tails.get(number) ?? {};
  return wordFailure({
    ...{ host: nameOf(run, host), rank, machine: machineOf(host), status: end.status, killer: end.killer },
    ...{ problem: end.problem, log: rankFile(host.folder, number, 'err'), tail: text, recorded },
    well: wellBefore(run, end),
  });
}

const machineOf = ({ node, machine }: Host): string =>
  node.bind === 'name' ? (machine.substitute?.name ?? node.name) : machine.name;

/** The failed one may have waited for them. */
const wellBefore = (run: Run, { at }: EndedRank): readonly number[] =>
  listWell(run).filter((rank) => (run.ends.get(rank)?.at ?? 0) <= at);

/** A host that does not answer, though it is not to blame. */
export function reportGone(run: Run, host: Host): void {
  run.audience.say(wordGone(host.machine.name, describeTransport(run, host)));
}

export function reportSilentEnd(run: Run, host: Host): void {
  run.audience.say(wordSilentEnd(host.machine.name));
}

export const sceneOf = (run: Run): RunScene => ({
  ranks: run.hosts.reduce((sum, { ranks }) => sum + ranks.length, 0),
  hosts: run.hosts.length,
  logs: run.logs(),
});

/** The last line, for a terminal. */
export const wordSummary = (run: Run): string =>
  wordEnd(sceneOf(run), countEnds(run), performance.now() - run.begunMs, run.attempt);

function countEnds(run: Run): Ends {
  const ends = [...run.ends.values()];
  const count = (kind: EndedRank['kind']): number => ends.filter((end) => end.kind === kind).length;
  const unknown = [...run.started].filter((rank) => !run.ends.has(rank)).length;
  const notStarted = sceneOf(run).ranks - ends.length - unknown;
  return {
    ...{ failed: count('failed'), byLauncher: count('ended by the launcher'), well: count('well') },
    ...{ notStarted, unknown },
  };
}

/** All hosts were ready, and the first of them has begun. */
export function reportStart(run: Run): void {
  const { attempt, settings, audience } = run;
  if (run.wasStartReported) return;
  run.wasStartReported = true;
  const kept = `${run.logs()}/attempt-${attempt - 1}`;
  if (attempt > 0) audience.say(wordRestart(attempt, settings.restarts, kept, sceneOf(run)));
  else if (audience.isTerminal) audience.say(wordStart(sceneOf(run)));
}
