import { REFUSED } from '../run/run-refusal.ts';
import type { HostEvent, Run } from './coordination.ts';
import type { EventOf, GuardEvent } from './event-table.ts';
import { createEventReader, type EventReader } from './events.ts';
import type { HostFault } from './find-first.ts';
import { forgetAnswers, grantOutput, type Host } from './host.ts';
import { order } from './orders.ts';
import { reportProblem, reportStart } from './report.ts';
import { SIGNAL_STATUS } from './say.ts';
import { STATUS_LOST, saysThatAnotherLeft } from './verdict.ts';

/** Reads a connection of the host, until it has another one. */
export function listenTo(run: Run, host: Host): EventReader {
  const { tails } = host;
  const isCurrent = (): boolean => host.tails === tails;
  const show = run.audience.outputOf((bytes) => {
    if (isCurrent()) grantOutput(host, bytes);
  });
  return createEventReader({
    ranks: host.ranks.map(({ rank }) => rank),
    onEvent(event) {
      if (!isCurrent()) return;
      host.heardMs = performance.now();
      const handle = HANDLERS[event.event] as (run: Run, host: Host, event: GuardEvent) => void;
      handle(run, host, event);
      run.bell.ring();
    },
    onOutput(stream, line, goesOn) {
      host.heardMs = performance.now();
      show(stream, line, goesOn);
    },
    onFailure(reason) {
      if (!isCurrent()) return;
      host.refusals.push(reason);
      noteFault(run, host, { kind: 'protocol', status: STATUS_LOST, details: [reason] });
      host.link?.end('SIGKILL');
      run.bell.ring();
    },
  });
}

/** What a host may say without end is not all kept. */
const MOST_FACTS = 65_536;

const HANDLERS: {
  readonly [Name in GuardEvent['event']]: (run: Run, host: Host, event: EventOf<Name>) => void;
} = {
  hello(_, host) {
    host.hasSpoken = true;
  },
  beat: takeBeat,
  fact(_, host, event) {
    if (host.facts.length < MOST_FACTS) host.facts.push(event);
    if (event.question === 'host' && event.subject === 'clock' && event.number !== undefined)
      host.clockAheadMs = event.number - Date.now();
  },
  looked: takeLook,
  sample(run, host, event) {
    if (host.phase === 'connecting') host.gpuText += event.text;
    else pass(run, host, event);
  },
  begun: reportStart,
  started(run, host, event) {
    run.started.set(event.rank, event.pid);
    pass(run, host, event);
  },
  line: pass,
  obstacle(run, host, event) {
    host.obstacles.set(event.rank, event);
    pass(run, host, event);
  },
  ended: takeEnd,
  tail: (_, host, { rank, text }) => addToTail(host, rank, 'text', text),
  recorded: (_, host, { rank, text }) => addToTail(host, rank, 'recorded', text),
  'tail-end': endTail,
  warning: reportProblem,
  narrowed: reportProblem,
  overdue: (_, host, { rank }) => void host.overdue.push(rank),
  survivor: (_, host, { pid }) => void host.survivors.push(pid),
  full: reportProblem,
  done: takeDone,
  interrupted: (run, host, { killer }) =>
    void noteFault(run, host, { kind: 'interrupted', status: SIGNAL_STATUS + killer }),
  killed: (run, host, { killer }) =>
    void noteFault(run, host, { kind: 'killed', status: SIGNAL_STATUS + killer }),
  torn: (run, host) => void noteFault(run, host, { kind: 'torn', status: STATUS_LOST }),
  refused: takeRefusal,
};

function pass({ audience }: Run, { machine, node }: Host, event: GuardEvent): void {
  audience.take({ ...event, host: machine.name, node: node.name } as HostEvent);
}

function takeDone(run: Run, host: Host): void {
  // If a signal has ended the run, ranks may never have begun; otherwise this is impossible.
  if (host.ranks.some(({ rank }) => !run.ends.has(rank))) {
    const details = ['its guard was done before all of its ranks had ended'];
    noteFault(run, host, { kind: 'protocol', status: STATUS_LOST, details });
  }
  host.isDone = true;
  host.phase = 'over';
  run.judge.over(host.index, true);
  dismissGuard(host);
}

/** A guard whose ranks have ended stays for questions about them. */
function dismissGuard({ isDone, tails, link }: Host): void {
  if (isDone && [...tails.values()].every(({ isWhole }) => isWhole)) link?.close();
}

function takeBeat(run: Run, host: Host, { at }: EventOf<'beat'>): void {
  const isEarly = host.earlyBeats > 0;
  if (host.beatsOpen > 0) host.beatsOpen--;
  if (host.beatSent !== null) host.clock.answer(host.beatSent, Date.now(), at);
  host.beatSent = null;
  if (isEarly) host.earlyBeats--;
  else if (host.phase === 'running') {
    host.hasAnswered = true;
    run.judge.beatAnswered(host.index);
  }
}

function takeLook(run: Run, host: Host): void {
  const { checks } = run.site;
  host.isLooking = false;
  if (host.phase === 'running') run.watch?.looked(host);
  if (host.phase !== 'connecting' || checks === null) return;
  host.looks++;
  const look = checks.judge(host, run.attempt);
  if (look.again.length > 0) {
    lookAgain(host, look.again);
    return;
  }
  host.look = look;
  host.refusals.push(...look.refusals);
  host.phase = host.refusals.length === 0 ? 'ready' : 'over';
}

/** Memory of a process that has just ended may still be in use. */
const AGAIN_MS = 500;

function lookAgain(host: Host, questions: readonly string[]): void {
  const { link } = host;
  const repeat = (): void => {
    if (host.link !== link) return;
    forgetAnswers(host, questions);
    link?.send(order.look(questions));
  };
  if (host.looks === 1 && host.gpuText === '') repeat();
  else setTimeout(repeat, AGAIN_MS);
}

/** If more ranks fail at once, the last lines of the first ones are enough. */
const MOST_TAILS = 64;

function takeEnd(run: Run, host: Host, event: EventOf<'ended'>): void {
  const { rank, status, killer = 0, at } = event;
  const problem = host.obstacles.get(rank) ?? null;
  const end = { host: host.index, rank, status, killer, at: host.clock.toLauncher(at) };
  const now = performance.now();
  // A rank that could not be started has written nothing.
  const kind = run.judge.ended(end, problem === null ? null : false, now);
  run.ends.set(rank, { ...end, kind, problem });
  if (kind === 'well') run.leftFirstMs ??= now;
  if (kind === 'failed' && run.ends.size <= MOST_TAILS) {
    host.tails.set(rank, { text: '', recorded: '', isWhole: false });
    host.link?.send(order.last(rank));
  }
  pass(run, host, event);
}

function addToTail({ tails }: Host, rank: number, part: 'text' | 'recorded', text: string): void {
  const tail = tails.get(rank);
  if (tail !== undefined) tail[part] += text;
}

function endTail(run: Run, host: Host, { rank }: EventOf<'tail-end'>): void {
  const tail = host.tails.get(rank);
  if (tail === undefined) return;
  tail.isWhole = true;
  dismissGuard(host);
  run.judge.tail(host.index, rank, saysThatAnotherLeft(tail.text));
}

/** What a guard says of `--keep`. */
const KEEP = 'run: --keep: ';

function takeRefusal(run: Run, host: Host, { subject }: EventOf<'refused'>): void {
  if (run.attempt > 0 && subject.startsWith(KEEP)) {
    run.keepProblem ??= `the logs cannot be kept: ${subject.slice(KEEP.length)}`;
    host.phase = 'over';
    run.judge.over(host.index, false);
  } else if (host.phase === 'running') {
    noteFault(run, host, { kind: 'refused', status: REFUSED, details: [subject] });
  } else {
    host.refusals.push(subject);
    host.phase = 'over';
  }
}

/** Notes a fault that ended the ranks of a host, and is not a rank's. True if it counts as the reason of the end. */
export function noteFault(run: Run, host: Host, given: Omit<HostFault, 'at'>): boolean {
  const fault = { ...given, at: Date.now() - (given.silentMs ?? 0) };
  const counts = host.phase === 'running' && run.judge.fault(host.index, fault);
  if (counts) host.fault = fault;
  run.judge.look(performance.now()); // what its ranks end with from now on is no fault of theirs
  return counts;
}
