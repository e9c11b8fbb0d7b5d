import type { PlanRank } from '../../generated/plan.ts';
import { printable } from '../../review/printable.ts';
import type { GuardInput } from '../../runtime/run/describe-ranks.ts';
import { endMarked } from '../../runtime/run/end-marked.ts';
import { followLogs } from '../../runtime/run/follow-logs.ts';
import { type Guard, type GuardEnd, type GuardEvent, startGuard } from '../../runtime/run/start-guard.ts';
import {
  describeProblem,
  type RankProgress,
  type RankTracker,
  trackRanks,
} from '../../runtime/run/track-ranks.ts';
import { count } from '../print-findings.ts';
import { EnvironmentError } from '../verb.ts';
import { type LiveStatus, showLiveStatus } from './live-status.ts';
import { statusOfSignal } from './name-status.ts';
import { describeFailure } from './report-failure.ts';

export interface Supervision {
  readonly exec: string;
  readonly input: GuardInput;
  readonly ranks: readonly PlanRank[];
  /** Of the logs. */
  readonly folder: string;
  readonly graceSeconds: number;
  readonly tee: boolean;
}

const STOPPING = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;
const PASSED_ON = ['SIGUSR1', 'SIGUSR2'] as const;

/** What has happened so far that decides the status; the first of the two counts. */
interface Course {
  failure: RankProgress | null;
  interruption: NodeJS.Signals | null;
  readonly survivors: number[];
  readonly warned: Set<string>;
}

/** Starts the ranks and returns when nothing of them is left: the status of the first that failed, or 128 + signal. */
export async function supervise(run: Supervision): Promise<number> {
  const course: Course = { failure: null, interruption: null, survivors: [], warned: new Set() };
  const tracker = trackRanks(run.ranks);
  endureClosedStreams();
  const status = process.stderr.isTTY && !run.tee ? showLiveStatus(process.stderr, tracker.ranks) : null;
  const say = status?.say ?? ((text: string) => void process.stderr.write(text));
  let isOver = false;
  const guard = startGuard(run.exec, run.input, (event) => {
    takeEvent(event, { run, course, tracker, say });
  });
  const forget = passSignalsOn(guard, run, course, say);
  const following = run.tee ? follow(run, () => isOver) : Promise.resolve();
  try {
    const end = await guard.ended.catch((error: Error) => {
      throw new EnvironmentError(`${run.exec} cannot be started: ${error.message}`);
    });
    if (!end.isWhole) course.survivors.push(...(await mourn(end, run, say)));
    isOver = true;
    await following;
    return concludeStatus(end, course, say);
  } finally {
    isOver = true;
    forget();
    status?.stop();
    status?.say(`${count(run.ranks.length, 'rank')} ended; logs: ${run.folder}\n`);
  }
}

interface Scene {
  readonly run: Supervision;
  readonly course: Course;
  readonly tracker: RankTracker;
  readonly say: LiveStatus['say'];
}

function takeEvent(event: GuardEvent, { run, course, tracker, say }: Scene): void {
  const ended = tracker.take(event, performance.now());
  if (ended !== null && ended.status !== 0 && course.failure === null && course.interruption === null) {
    course.failure = ended;
    say(describeFailure(ended, run.folder));
  }
  if (event.event === 'survivor' && event.pid !== undefined) course.survivors.push(event.pid);
  const warning = describeWarning(event);
  if (warning === null || course.warned.has(warning)) return;
  course.warned.add(warning); // what is said of one rank is mostly true of all
  say(`rankplan: warning: rank ${event.rank}: ${printable(warning)}\n`);
}

function describeWarning(event: GuardEvent): string | null {
  if (event.event === 'warning') return describeProblem(event);
  if (event.event !== 'narrowed') return null;
  return `of the planned CPUs ${event.subject} it may use ${event.outcome} only`;
}

/** Returns a function that undoes it. */
function passSignalsOn(
  guard: Guard,
  { graceSeconds }: Supervision,
  course: Course,
  say: LiveStatus['say'],
): () => void {
  const stop = (signal: NodeJS.Signals): void => {
    if (course.interruption === null && process.stderr.isTTY)
      say(`rankplan: ${signal}: ending the ranks, within ${graceSeconds} s; Ctrl-C kills them\n`);
    course.interruption ??= signal;
    guard.signal(signal);
  };
  const handlers = [
    ...STOPPING.map((signal) => [signal, stop] as const),
    ...PASSED_ON.map((signal) => [signal, guard.signal] as const),
  ];
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}

/** Somebody killed the guard: the ranks are dead with it, what they had started may not be. Returns what remains. */
async function mourn(
  { signal, status, complaint }: GuardEnd,
  { exec, folder }: Supervision,
  say: LiveStatus['say'],
): Promise<readonly number[]> {
  if (signal === null)
    throw new EnvironmentError(`${exec} started nothing (status ${status}): ${printable(complaint)}`);
  say(`rankplan: rankplan-exec was killed by ${signal}, and the ranks with it\n`);
  return endMarked(`RANKPLAN_RUN_DIR=${folder}`);
}

function concludeStatus(
  { status, signal }: GuardEnd,
  { failure, interruption, survivors }: Course,
  say: LiveStatus['say'],
): number {
  if (survivors.length > 0) say(`rankplan: these processes cannot be ended: ${survivors.join(' ')}\n`);
  if (failure?.status != null) return failure.status;
  if (interruption !== null) return statusOfSignal(interruption);
  return signal === null ? (status ?? 0) : statusOfSignal(signal);
}

/** Nobody may be there to read; that is no reason to end a training. */
function endureClosedStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', () => {});
  }
}

function follow({ folder, ranks }: Supervision, isOver: () => boolean): Promise<void> {
  const streams = { out: process.stdout, err: process.stderr };
  return followLogs({
    folder,
    ranks: ranks.map(({ rank }) => rank),
    isOver,
    async show(name, text) {
      const stream = streams[name];
      if (!stream.writable) return false;
      if (!stream.write(text)) await waitForRoom(stream);
      return stream.writable;
    },
  });
}

/** Until it takes more, or never will. */
function waitForRoom(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'] as const;
    const done = (): void => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
}
