import type { PlanRank } from '../../generated/plan.ts';
import {
  type GuardEnd,
  type GuardEvent,
  type GuardInput,
  startGuard,
} from '../../runtime/run/start-guard.ts';
import { type RankTracker, trackRanks } from '../../runtime/run/track-ranks.ts';
import { endBySignal, watchTerminal } from '../end-by-signal.ts';
import { EnvironmentError } from '../verb.ts';
import type { RunAudit, RunningAudit } from './audit-run.ts';
import { catchSignals } from './catch-signals.ts';
import { type LiveStatus, showLiveStatus } from './live-status.ts';
import { beginRunState, concludeStatus, type RunState } from './run-state.ts';

export interface Supervision {
  readonly exec: string;
  readonly input: GuardInput;
  readonly ranks: readonly PlanRank[];
  readonly graceSeconds: number;
  readonly tee: boolean;
  /** Whether the ranks can be stopped for a while, all of them. */
  readonly canPause: boolean;
  /** Null where nobody looks at the GPUs. */
  readonly audit: RunAudit | null;
  /** The guard is gone, and did not say how it ended. Returns the processes that are left, if that is known. */
  readonly afterLoss: (end: GuardEnd, say: LiveStatus['say']) => Promise<readonly number[]>;
}

/** Starts the ranks and returns when nothing of them is left: the status of the first that failed, or 128 + signal. */
export async function supervise(run: Supervision): Promise<number> {
  const state = beginRunState();
  const tracker = trackRanks(run.ranks);
  endureClosedStreams();
  const isTerminalGone = watchTerminal();
  let audit: RunningAudit | null = null;
  const status = hasLiveStatus(run)
    ? showLiveStatus(process.stderr, tracker.ranks, () => audit?.uses() ?? null)
    : null;
  const say = status?.say ?? ((text: string) => void process.stderr.write(text));
  // Before there is anything to end: a signal in between would end this process alone.
  const signals = catchSignals({
    note(signal) {
      state.signals.add(signal);
      state.isDecided = true;
    },
    outlive: () => say('rankplan: SIGHUP: the login has ended; the ranks go on (TERM ends them)\n'),
    canPause: run.canPause,
  });
  const guard = startGuard(run.exec, run.input, (event) => {
    takeEvent(event, { state, tracker, say, audit });
  });
  audit = run.audit?.start({ graceSeconds: run.graceSeconds, state, tracker, guard, say }) ?? null;
  signals.passOnTo(guard);
  try {
    const end = await guard.ended.catch((error: Error) => {
      throw new EnvironmentError(`${run.exec} cannot be started: ${error.message}`);
    });
    if (!end.isWhole) state.survivors.push(...(await run.afterLoss(end, say)));
    signals.forget();
    audit?.conclude();
    return concludeStatus(end, state, say);
  } finally {
    signals.forget();
    status?.stop();
    if (state.lastWords !== null && process.stderr.isTTY) process.stderr.write(state.lastWords);
    if (isTerminalGone()) endBySignal('SIGHUP');
  }
}

export const hasLiveStatus = ({ tee }: Pick<Supervision, 'tee'>): boolean => process.stderr.isTTY && !tee;

/** Nobody may be there to read; that is no reason to end a training. */
function endureClosedStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', () => {});
  }
}

interface Scene {
  readonly state: RunState;
  readonly tracker: RankTracker;
  readonly say: LiveStatus['say'];
  readonly audit: RunningAudit | null;
}

function takeEvent(event: GuardEvent, { state, tracker, say, audit }: Scene): void {
  const ended = tracker.take(event, performance.now());
  audit?.take(event);
  if (ended !== null && ended.status !== 0) state.isDecided = true;
  if (event.event === 'restarting') state.isDecided = state.signals.size > 0;
  if (event.event === 'said') passWordsOn(event, state, say);
  if (event.event === 'interrupted') noteInterruption(event, state, say);
  if (event.event === 'killed') state.isDecided = true;
  if (event.event === 'done' && event.outcome !== undefined) state.lastWords = `rankplan: ${event.outcome}\n`;
  if (event.event === 'begun' && process.stderr.isTTY) say(`rankplan: ${event.outcome}\n`);
}

/** A long text comes in parts; whole lines are shown. What comes behind the outcome is a part of it: the last lines of the ranks. */
function passWordsOn({ subject = '' }: GuardEvent, state: RunState, say: LiveStatus['say']): void {
  if (state.lastWords !== null) {
    state.lastWords += subject;
    return;
  }
  state.unsaid += subject;
  if (!state.unsaid.endsWith('\n')) return;
  say(state.unsaid);
  state.unsaid = '';
}

/** What somebody else did to rankplan-exec is told: what the ranks end with afterwards is no fault of theirs. */
function noteInterruption(
  { subject = '', outcome }: GuardEvent,
  state: RunState,
  say: LiveStatus['say'],
): void {
  const isOurs = state.signals.has(subject);
  if (!isOurs && !state.isEnforced) say(`rankplan: rankplan-exec got ${subject}, and ends the ranks\n`);
  if (isOurs && process.stderr.isTTY) say(`rankplan: ${outcome}\n`);
  state.isDecided = true;
  state.isInterrupted = true;
}
