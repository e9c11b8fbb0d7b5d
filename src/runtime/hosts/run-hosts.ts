import { constants } from 'node:os';
import { REFUSED } from '../run/run-refusal.ts';
import { beginRun, forgetAttempt, haveAllEnded, type Run, type RunRequest } from './coordination.ts';
import { describeHost } from './describe-host.ts';
import { grantOutput } from './host.ts';
import { order } from './orders.ts';
import { MOST_AHEAD } from './output.ts';
import { makeReady } from './prepare-hosts.ts';
import { reportSurvivors } from './report.ts';
import { chooseNextStep } from './restarts.ts';
import { wordNoRestart, wordSignal, wordWaitForLost } from './run-words.ts';
import { beginBeats, endLinks, sendBeat, stopHosts, watchHosts } from './watch-hosts.ts';

/** A run that goes on. */
export interface RunningHosts {
  /** Passes a signal on, or ends the run by it. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Looks who uses the GPUs of a host: `sample` events say it. */
  readonly observe: (machine: string) => void;
  /** Ends the ranks for a reason that is none of theirs: status 78 where none of them failed before. */
  readonly endFor: () => void;
  readonly run: Run;
  /** The status of the first that failed, 128 + signal, 75 where a host was lost, 78 where nothing was started. */
  readonly ended: Promise<number>;
}

/** Starts the ranks of all hosts; `ended` resolves when none is left, as far as anybody knows. */
export function runHosts(request: RunRequest): RunningHosts {
  const run = beginRun(request);
  return {
    signal: (signal) => takeSignal(run, signal),
    observe(machine) {
      const host = run.hosts.find((one) => one.machine.name === machine);
      if (host?.phase === 'running') host.link?.send(order.observe());
    },
    endFor() {
      run.isEnforced = true;
      takeSignal(run, 'SIGTERM');
    },
    run,
    ended: runAttempts(run),
  };
}

async function runAttempts(run: Run): Promise<number> {
  for (;;) {
    const stopBeats = beginBeats(run); // those that are ready wait for others longer than their patience
    const isReady = await makeReady(run);
    if (isReady && !run.onlyChecks) {
      begin(run);
      await watchHosts(run);
      run.status = statusOf(run);
    } else if (run.dismissals > 0 && run.status === 0) run.status = 128 + (run.signal ?? 0);
    stopBeats();
    await endLinks(run);
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
function begin(run: Run): void {
  const { attempt, settings, site } = run;
  const port = site.choosePort(run.hosts, attempt);
  run.hasBegun = true;
  run.onBegin();
  for (const host of run.hosts) {
    const place = site.place(host, attempt, port);
    const { common, ranks } = describeHost(settings, place);
    host.folder = place.folder;
    host.phase = 'running';
    host.heardMs = performance.now();
    host.earlyBeats = host.beatsOpen;
    host.link?.send(order.run(common, ranks));
    if (run.patienceMs > 0) sendBeat(run, host); // its answer says that it has begun: from then on its patience counts
    if (settings.tee) grantOutput(host, MOST_AHEAD);
  }
}

/** Whether there is another one; a message says why not. */
async function beginNextAttempt(run: Run): Promise<boolean> {
  const step = chooseNextStep({
    status: run.status,
    attempt: run.attempt,
    restarts: run.settings.restarts,
    // Who ends the guard of this machine ends the run.
    isDismissed: run.dismissals > 0 || (run.site.isAlone && run.faults.size > 0),
    wasEndedThere: run.judge.wasEndedThere(),
    hasSurvivors: run.hosts.some((host) => host.survivors.length > 0 || (host.isLost && host.end === null)),
  });
  if (step.kind === 'obstacle') run.audience.say(wordNoRestart(step.reason));
  if (step.kind !== 'restart') return false;
  await awaitLost(run);
  if (run.dismissals > 0) return false;
  const lost = run.hosts.filter(({ isLost }) => isLost).map(({ index }) => index);
  run.spares?.replaceLost(lost, run.audience.say);
  run.failedStatus = run.status;
  forgetAttempt(run);
  run.attempt = step.attempt;
  return true;
}

/** Who ends the run meanwhile, ends it. */
async function awaitLost(run: Run): Promise<void> {
  const left = run.settledMs - performance.now();
  if (left > 0) run.audience.say(wordWaitForLost(left));
  while (performance.now() < run.settledMs && run.dismissals === 0)
    await run.bell.wait(run.settledMs - performance.now());
}

const KILL_MS = 6000;

function takeSignal(run: Run, name: NodeJS.Signals): void {
  const signal = name.slice('SIG'.length);
  if (signal === 'USR1' || signal === 'USR2' || signal === 'TSTP' || signal === 'CONT') {
    for (const host of run.hosts) if (host.phase === 'running') host.link?.send(order.signal(signal));
    return;
  }
  if (signal !== 'HUP' && signal !== 'INT' && signal !== 'QUIT' && signal !== 'TERM') return;
  const number = constants.signals[name];
  const isSecond = run.wasInterrupted && signal === 'INT';
  const isEnding = run.deadlineMs !== null || haveAllEnded(run);
  run.wasInterrupted ||= signal === 'INT';
  run.dismissals++;
  run.signal ??= number;
  run.judge.interrupt(number, performance.now());
  if (!isEnding && run.hasBegun && run.audience.isTerminal && !run.isEnforced)
    run.audience.say(wordSignal(number, run.settings.graceSeconds * 1000));
  if (isSecond) stopHosts(run, 'KILL', KILL_MS);
  else stopHosts(run, signal);
  run.bell.ring();
}
