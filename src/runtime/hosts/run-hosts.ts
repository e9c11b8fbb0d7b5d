import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { REFUSED } from '../run/run-refusal.ts';
import { beginRun, forgetAttempt, haveAllEnded, type Run, type RunRequest } from './coordination.ts';
import { describeHost } from './describe-host.ts';
import { grantOutput } from './host.ts';
import { type OrderedSignal, order } from './orders.ts';
import { MOST_AHEAD } from './output.ts';
import { makeReady } from './prepare-hosts.ts';
import { reportMoves, reportSurvivors } from './report.ts';
import { wordNoRestart, wordSignal, wordWaitForLost } from './run-words.ts';
import { SIGNAL_STATUS } from './say.ts';
import { beginBeats, endLinks, sendBeat, stopHosts, watchHosts } from './watch-hosts.ts';
import { RankWatch } from './watch-ranks.ts';

export type RunningHosts = ReturnType<typeof runHosts>;

/** Starts the ranks of all hosts; `ended` resolves when none is left, as far as is known. */
export function runHosts(request: RunRequest) {
  const run = beginRun(request);
  return {
    /** Passes a signal on, or ends the run by it. */
    signal: (signal: NodeJS.Signals) => takeSignal(run, signal),
    /** Looks who uses the GPUs of a host: `sample` events say it. */
    observe(machine: string): void {
      const host = run.hosts.find((one) => one.machine.name === machine);
      if (host?.phase === 'running') host.link?.send(order.observe());
    },
    /** Ends the ranks for a reason that they did not cause: status 78 if none of them failed before. */
    endFor(): void {
      run.isEnforced = true;
      takeSignal(run, 'SIGTERM');
    },
    run,
    /** The status of the first that failed, 128 + signal, 75 where a host was lost, 78 where nothing was started. */
    ended: runAttempts(run),
  };
}

async function runAttempts(run: Run): Promise<number> {
  for (;;) {
    const stopBeats = beginBeats(run); // those that are ready wait for others longer than their patience
    let isReady = false;
    try {
      isReady = await makeReady(run);
      const port = isReady && !run.onlyChecks ? await run.site.choosePort(run.attempt) : null;
      if (port !== null && run.signal === null) {
        begin(run, port);
        await watchHosts(run);
        run.status = statusOf(run);
      } else if (run.signal !== null && run.status === 0) run.status = SIGNAL_STATUS + run.signal;
    } finally {
      stopBeats();
      run.watch?.stop();
      await endLinks(run); // an open connection keeps this process alive
    }
    reportSurvivors(run);
    if (run.keepProblem !== null) run.audience.say(wordNoRestart(run.keepProblem));
    if (run.keepProblem !== null || !isReady) return run.attempt === 0 ? run.status : run.failedStatus;
    if (!(await beginNextAttempt(run))) return run.status;
  }
}

/** An audit that enforces the plan is no signal. */
function statusOf({ judge, isEnforced }: Run): number {
  const { verdict } = judge.look(performance.now());
  return isEnforced && verdict === null ? REFUSED : judge.status();
}

/** All hosts are ready. */
function begin(run: Run, port: number): void {
  const { attempt, settings, site } = run;
  const { watch } = settings.plan.launch;
  run.hasBegun = true;
  run.onBegin();
  for (const host of run.hosts) {
    host.watchFolder = watch === 'collectives' ? `/tmp/rankplan-${randomBytes(8).toString('hex')}` : null;
    const place = site.place(host);
    const { common, ranks } = describeHost(settings, { ...place, host, attempt, port });
    host.folder = place.folder;
    host.phase = 'running';
    host.heardMs = performance.now();
    host.earlyBeats = host.beatsOpen;
    host.link?.send(order.run(common, ranks));
    if (run.patienceMs > 0) sendBeat(run, host); // its answer says that it has begun: from then on its patience counts
    if (settings.tee) grantOutput(host, MOST_AHEAD);
  }
  run.watch = watch === 'off' ? null : new RankWatch(run, port);
}

/** Whether there is another one; a message says why not. */
async function beginNextAttempt(run: Run): Promise<boolean> {
  const { status, attempt, settings, site, hosts, judge } = run;
  // A user who ends the guard of this machine wants to end the run.
  const isEndedHere = hosts.some(({ fault }) => fault !== null && fault.kind !== 'stalled');
  const isDismissed = run.signal !== null || (site.isAlone && isEndedHere);
  if (status === 0 || settings.restarts === 0 || isDismissed) return false;
  const obstacle = findObstacle({
    ...{ status, attempt, restarts: settings.restarts, wasEndedThere: judge.wasEndedThere() },
    hasSurvivors: hosts.some(
      ({ survivors, isLost, end }) => survivors.length > 0 || (isLost && end === null),
    ),
  });
  if (obstacle !== null) run.audience.say(wordNoRestart(obstacle));
  if (obstacle !== null || !(await awaitLost(run))) return false;
  const lost = hosts.filter(({ isLost }) => isLost).map(({ index }) => index);
  reportMoves(run, run.spares.replaceLost(lost));
  run.failedStatus = status;
  forgetAttempt(run);
  run.attempt++;
  return true;
}

const CANNOT_RUN = 126;
const NOT_FOUND = 127;

export interface FailedAttempt {
  readonly status: number;
  /** 0 for the first. */
  readonly attempt: number;
  /** How many may follow the first. */
  readonly restarts: number;
  /** The ranks of a host were ended by a signal on that host. */
  readonly wasEndedThere: boolean;
  /** Processes are left, or a host that is reached has not said that none is. */
  readonly hasSurvivors: boolean;
}

/** Why no attempt follows that one: it would only fail again, or could harm. Null if all ranks start again. */
export function findObstacle(failed: FailedAttempt): string | null {
  const { status } = failed;
  if (failed.wasEndedThere) return 'the ranks of a host were ended there';
  if (status === REFUSED) return 'a rank refused to run (status 78)';
  if (status === CANNOT_RUN || status === NOT_FOUND)
    return `status ${status} is that of a command which cannot be run`;
  if (failed.hasSurvivors) return 'not all of this attempt could be ended';
  return failed.attempt >= failed.restarts ? 'this was the last attempt' : null;
}

/** Until nothing runs on hosts that were lost; false if a signal ends the run meanwhile. */
async function awaitLost(run: Run): Promise<boolean> {
  const left = run.settledMs - performance.now();
  if (left > 0) run.audience.say(wordWaitForLost(left));
  while (performance.now() < run.settledMs && run.signal === null)
    await run.bell.wait(run.settledMs - performance.now());
  return run.signal === null;
}

const KILL_MS = 6000;

function takeSignal(run: Run, name: NodeJS.Signals): void {
  const signal = name.slice('SIG'.length) as OrderedSignal; // no other is caught
  if (signal === 'USR1' || signal === 'USR2' || signal === 'TSTP' || signal === 'CONT') {
    for (const host of run.hosts) if (host.phase === 'running') host.link?.send(order.signal(signal));
    return;
  }
  const number = constants.signals[name];
  const isSecond = run.wasInterrupted && signal === 'INT';
  const isEnding = run.deadlineMs !== null || haveAllEnded(run);
  run.wasInterrupted ||= signal === 'INT';
  run.signal ??= number;
  run.judge.interrupt(number, performance.now());
  if (!isEnding && run.hasBegun && run.audience.isTerminal && !run.isEnforced)
    run.audience.say(wordSignal(number, run.settings.graceSeconds * 1000));
  if (isSecond) stopHosts(run, 'KILL', KILL_MS);
  else if (!isEnding && run.watch?.hasStacks === true) run.endSignal = signal;
  else stopHosts(run, signal);
  run.bell.ring();
}
