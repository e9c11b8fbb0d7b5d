import { constants } from 'node:os';
import { REFUSED } from '../run/run-refusal.ts';
import { haveAllEnded, type Run } from './coordination.ts';
import type { HostFault } from './find-first.ts';
import type { Host } from './host.ts';
import { type OrderedSignal, order } from './orders.ts';
import { reportFirstFailure, reportGone, reportOverdue, reportWaiting, untilWaiting } from './report.ts';
import { SIGNAL_STATUS, say } from './say.ts';
import { noteFault } from './take-events.ts';
import { STATUS_LOST } from './verdict.ts';

const BEAT_MS = 1000;
const LOOK_MS = 250;
/** Beyond the grace period: until what KILL does not end is reported. */
const LAST_MS = 7000;

/** Returns when the ranks of all hosts have ended, or are not waited for any more. */
export async function watchHosts(run: Run): Promise<void> {
  for (;;) {
    const now = performance.now();
    lookForLost(run, now);
    const ruling = run.judge.look(now);
    const isEnding = ruling.isOver || run.keepProblem !== null;
    if (isEnding && run.deadlineMs === null) await endRanks(run);
    if (ruling.verdict !== null) reportFirstFailure(run, ruling.verdict);
    reportWaiting(run, now);
    reportOverdue(run);
    const outputEnds = limitOutput(run, now);
    const isAllOver = run.hosts.every(({ phase }) => phase === 'over');
    if (isAllOver && (ruling.verdict !== null || ruling.again === null)) break;
    const never = Number.POSITIVE_INFINITY;
    // Ended ranks only have output left, whose reader may be slow; a silent host counts as lost sooner.
    const deadline = haveAllEnded(run) ? never : (run.deadlineMs ?? never);
    if (now >= deadline) break;
    const times = [ruling.again ?? never, deadline, outputEnds];
    const patience = run.patienceMs === 0 ? never : LOOK_MS;
    await run.bell.wait(Math.min(patience, untilWaiting(run, now), ...times.map((time) => time - now)));
  }
  giveUp(run);
}

/** What they do at the end is looked at before. */
async function endRanks(run: Run): Promise<void> {
  await run.watch?.takeLast();
  if (run.deadlineMs === null) stopHosts(run, run.endSignal ?? 'TERM');
}

const LAST_OUTPUT_MS = 2000;

/**
 * A reader that stands still is waited for until a signal ends the run: then guards without a launcher drop what is left,
 * a while after the last rank's end. Returns when that is.
 */
function limitOutput(run: Run, now: number): number {
  if (run.signal === null || !run.settings.tee || !haveAllEnded(run)) return Number.POSITIVE_INFINITY;
  run.outputEndsMs ??= now + LAST_OUTPUT_MS;
  if (now < run.outputEndsMs) return run.outputEndsMs;
  for (const { link } of run.hosts) link?.close();
  return Number.POSITIVE_INFINITY;
}

/** No host will say any more who failed first. */
function giveUp(run: Run): void {
  for (const host of run.hosts) {
    if (host.phase !== 'running') continue;
    run.audience.say(say(`${host.machine.name} did not say that its ranks have ended`));
    loseQuietly(run, host);
  }
  run.judge.close();
  const { verdict } = run.judge.look(performance.now());
  if (verdict !== null) reportFirstFailure(run, verdict);
}

/** Ends all ranks of all hosts. Each answers a beat after that. */
export function stopHosts(run: Run, signal: OrderedSignal | 'KILL', withinMs?: number): void {
  // On this machine the guard decides how long it takes: while it is stopped by Ctrl-Z, that time goes on here.
  const most = withinMs ?? run.settings.graceSeconds * 1000 + LAST_MS;
  const isEndless = run.patienceMs === 0 && signal !== 'KILL';
  if (run.deadlineMs === null || withinMs !== undefined)
    run.deadlineMs = isEndless ? Number.POSITIVE_INFINITY : performance.now() + most;
  for (const host of run.hosts) {
    if (host.phase !== 'running') continue;
    host.link?.send(order.signal(signal));
    if (signal === 'KILL' && !host.hasSpoken) host.link?.end('SIGKILL'); // it may be no guard at all
    sendBeat(run, host);
  }
}

/** Sends beats to all hosts until their connection is closed, also to hosts that have nothing more to report. */
export function beginBeats(run: Run): () => void {
  if (run.patienceMs === 0) return () => {};
  const timer = setInterval(() => {
    for (const host of run.hosts) if (host.link !== null && host.hasSpoken) sendBeat(run, host);
  }, BEAT_MS);
  return () => clearInterval(timer);
}

export function sendBeat(run: Run, host: Host): void {
  if (host.phase === 'running') run.judge.beatSent(host.index);
  if (host.beatsOpen++ === 0) host.beatSent = Date.now();
  host.link?.send(order.beat());
}

function lookForLost(run: Run, now: number): void {
  for (const host of run.hosts) {
    if (host.phase !== 'running') continue;
    // Until it has answered, its machine is at work with the start of many.
    const patience = host.hasAnswered ? run.patienceMs : run.timeoutMs;
    const isSilent = run.patienceMs > 0 && now - host.heardMs > patience;
    if (host.end === null && !isSilent) continue;
    const hasStarted = host.hasSpoken || !run.site.isAlone; // else the caller says why
    if (hasStarted) loseHost(run, host, now);
    else loseQuietly(run, host);
  }
}

/** It was to answer, and does not. */
function loseHost(run: Run, host: Host, now: number): void {
  const isBlamed = host.fault !== null || noteFault(run, host, describeLoss(run, host, now));
  if (!isBlamed) reportGone(run, host);
  loseQuietly(run, host);
}

function describeLoss({ site }: Run, { refusals, end, heardMs }: Host, now: number): Omit<HostFault, 'at'> {
  // What it refused after all were ready is a refusal, not a loss.
  if (refusals.length > 0) return { kind: 'refused', status: REFUSED, details: refusals };
  if (end === null) return { kind: 'lost', status: STATUS_LOST, silentMs: now - heardMs };
  return site.isAlone && end.signal !== null
    ? { kind: 'killed', status: SIGNAL_STATUS + constants.signals[end.signal] }
    : { kind: 'lost', status: STATUS_LOST };
}

/** A lost guard looks for its launcher once a second. */
const LAST_LOOK_MS = 1000;

function loseQuietly(run: Run, host: Host): void {
  host.phase = 'over';
  host.isLost = true;
  run.judge.over(host.index, false);
  const { patienceMs, settings } = run;
  run.settledMs = performance.now() + patienceMs + settings.graceSeconds * 1000 + LAST_LOOK_MS;
}

/** Closes all connections; what does not end then is ended. */
export async function endLinks(run: Run): Promise<void> {
  const open = run.hosts.filter(({ link, end }) => link !== null && end === null);
  for (const { link } of open) link?.close();
  for (const signal of ENDING) {
    const end = performance.now() + LINK_MS;
    while (open.some(({ end }) => end === null) && performance.now() < end)
      await run.bell.wait(end - performance.now());
    for (const host of open) if (host.end === null) host.link?.end(signal);
  }
}

const LINK_MS = 2000;
const ENDING = ['SIGTERM', 'SIGKILL', 'SIGKILL'] as const;
