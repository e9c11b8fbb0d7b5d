import { constants } from 'node:os';
import { writeRecord } from '../replace-file.ts';
import { rankFile } from '../run/run-folder.ts';
import { type EndedRank, isFirstReport, type Run } from './coordination.ts';
import type { GuardEvent } from './events.ts';
import type { Verdict } from './find-first.ts';
import type { Host } from './host.ts';
import { type Transport, wordFault, wordMove, wordTransport } from './host-words.ts';
import type { Move } from './place-machines.ts';
import {
  wordFailure,
  wordNarrowed,
  wordOverdue,
  wordSurvivors,
  wordWaiting,
  wordWarning,
} from './rank-words.ts';
import { type RunScene, wordEnd, wordFullDisk, wordRestart, wordStart } from './run-words.ts';
import { say } from './say.ts';

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
    complaint: said.filter((text) => text.trim() !== '').join('\n'),
  };
}

type Problem = Extract<GuardEvent, { event: 'warning' | 'narrowed' | 'full' }>;

/** A warning about one rank is mostly true of all, so each one is shown once. */
export function reportProblem(run: Run, host: Host, event: Problem): void {
  const text = wordProblem(event, nameOf(run, host));
  if (run.isNew(text)) run.audience.say(text);
}

function wordProblem(event: Problem, host: string | null): string {
  if (event.event === 'full') return wordFullDisk(event.subject, host);
  if (event.event === 'warning') return wordWarning(event, host);
  return wordNarrowed(event.rank, event.subject, event.outcome, host);
}

/** The ranks that still ran when the grace period was over, one line for each host. */
export function reportOverdue(run: Run): void {
  for (const host of run.hosts) {
    if (host.overdue.length === 0) continue;
    const ranks = host.overdue.splice(0).sort((a, b) => a - b);
    run.audience.say(wordOverdue(ranks, run.settings.graceSeconds, nameOf(run, host)));
  }
}

export function reportSurvivors(run: Run): void {
  for (const host of run.hosts)
    if (host.survivors.length > 0) run.audience.say(wordSurvivors(host.survivors, nameOf(run, host)));
}

/** Which machines are in the places of others now. */
export function reportMoves({ hosts, audience }: Run, moves: readonly Move[]): void {
  for (const { place, from, to } of moves)
    audience.say(wordMove(from.name, to.name, hosts[place]?.ranks.length ?? 0));
}

const listWell = (run: Run): readonly EndedRank[] =>
  [...run.ends.values()].filter(({ kind }) => kind === 'well').sort((a, b) => a.rank - b.rank);

const WAITING_MS = 30_000;

/** Some ranks ended well long ago, and others go on: they may wait for these for ever. */
export function reportWaiting(run: Run, now: number): void {
  if (run.deadlineMs !== null || untilWaiting(run, now) > 0 || !isFirstReport(run, 'waiting')) return;
  const ranks = run.hosts.flatMap((host) => host.ranks.map(({ rank }) => rank));
  const running = ranks.filter((rank) => !run.ends.has(rank));
  const well = listWell(run).map(({ rank }) => rank);
  if (running.length > 0) run.audience.say(wordWaiting(well, running, WAITING_MS));
}

export const untilWaiting = ({ leftFirstMs, reported }: Run, now: number): number =>
  leftFirstMs === null || reported.has('waiting') ? Number.POSITIVE_INFINITY : leftFirstMs + WAITING_MS - now;

/** The rank that failed first, or the host that ended the run. */
export function reportFirstFailure(run: Run, { host: index, end, fault }: Verdict): void {
  const host = run.hosts[index];
  if (host === undefined || !isFirstReport(run, 'verdict')) return;
  run.audience.say(
    end === null
      ? wordFault(fault, describeTransport(run, host), nameOf(run, host))
      : wordRank(run, host, end.rank),
  );
}

function wordRank(run: Run, host: Host, number: number): string {
  const rank = host.ranks.find(({ rank }) => rank === number);
  const end = run.ends.get(number);
  if (rank === undefined || end === undefined) return '';
  // The failed one may have waited for them.
  const well = listWell(run).filter(({ at }) => at <= end.at);
  return wordFailure({
    ...(host.tails.get(number) ?? { text: '', recorded: '' }),
    ...{ host: nameOf(run, host), rank, machine: machineOf(host), log: rankFile(host.folder, number, 'err') },
    ...{ status: end.status, killer: end.killer, problem: end.problem, well: well.map(({ rank }) => rank) },
  });
}

const machineOf = ({ node, machine }: Host): string =>
  node.bind === 'name' ? (machine.substitute?.name ?? node.name) : machine.name;

/** A host that does not answer any more, though it is not to blame: all ranks are being ended. */
export function reportGone(run: Run, host: Host): void {
  const { name } = host.machine;
  const how = wordTransport(describeTransport(run, host));
  run.audience.say(say(`${name} does not answer any more; its ranks end by themselves: ${how}`));
}

export const countRanks = ({ hosts }: Run): number => hosts.reduce((sum, { ranks }) => sum + ranks.length, 0);

const sceneOf = (run: Run): RunScene => ({
  ranks: countRanks(run),
  hosts: run.hosts.length,
  logs: run.logs(),
});

const countEnds = ({ ends }: Run, kind: EndedRank['kind']): number =>
  [...ends.values()].filter((end) => end.kind === kind).length;

/** The last line, for a terminal. */
export function wordSummary(run: Run): string {
  const { ends, started } = run;
  const unknown = [...started.keys()].filter((rank) => !ends.has(rank)).length;
  const counts = {
    failed: countEnds(run, 'failed'),
    'ended by rankplan': countEnds(run, 'ended by the launcher'),
    'ended well': countEnds(run, 'well'),
    'not started': countRanks(run) - ends.size - unknown,
    'with unknown status': unknown, // their guard was killed, or their host lost
  };
  return wordEnd(sceneOf(run), counts, performance.now() - run.begunMs, run.attempt);
}

/** All hosts were ready, and the first of them has begun. */
export function reportStart(run: Run): void {
  const { attempt, settings, audience } = run;
  if (!isFirstReport(run, 'start')) return;
  const kept = `${run.logs()}/attempt-${attempt - 1}`;
  if (attempt > 0) audience.say(wordRestart(attempt, settings.restarts, kept, sceneOf(run)));
  else if (audience.isTerminal) audience.say(wordStart(sceneOf(run)));
}

/** What became of a run, to be read when the terminal is gone. */
export function writeVerdict(path: string, run: Run, status: number): void {
  const { verdict } = run.judge.look(performance.now());
  const document = {
    formatVersion: '1.0',
    status,
    at: Date.now(),
    seconds: Math.round(performance.now() - run.begunMs) / 1000,
    restarts: run.attempt,
    ranks: { planned: countRanks(run), well: countEnds(run, 'well'), failed: countEnds(run, 'failed') },
    failed: verdict === null ? null : recordFailure(run, verdict),
    hosts: run.hosts.map(({ node, machine, folder, isLost }) => ({
      ...{ host: machine.name, node: node.name, logs: folder === '' ? null : folder, isLost },
    })),
  };
  const problem = writeRecord(path, document);
  if (problem !== null) run.audience.say(say(`warning: ${problem}`));
}

function recordFailure({ hosts }: Run, { host, end, fault }: Verdict) {
  const where = hosts[host];
  const common = { host: where?.machine.name ?? null };
  if (end === null) return { ...common, rank: null, why: fault.kind, status: fault.status };
  const { rank, status, killer } = end;
  return { ...common, rank, status, killer, log: rankFile(where?.folder ?? '', rank, 'err') };
}
