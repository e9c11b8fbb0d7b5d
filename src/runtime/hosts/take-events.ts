import type { HostEvent, Run } from './coordination.ts';
import { createEventReader, type EventReader, type GuardEvent } from './events.ts';
import { grantOutput, type Host } from './host.ts';
import { order } from './orders.ts';
import { reportFullDisk, reportProblem, reportStart } from './report.ts';
import { noteFault, takeFault } from './take-faults.ts';
import { STATUS_LOST, saysThatAnotherLeft } from './verdict.ts';

/** Hears a connection of the host, until it has another one. */
export function listenTo(run: Run, host: Host): EventReader {
  const { tails } = host;
  const isCurrent = (): boolean => host.tails === tails;
  const output = run.audience.outputOf((bytes) => {
    if (isCurrent()) grantOutput(host, bytes);
  });
  return createEventReader({
    ranks: host.ranks.map(({ rank }) => rank),
    onEvent(event) {
      if (!isCurrent()) return;
      host.heardMs = performance.now();
      takeEvent(run, host, event);
      run.bell.ring();
    },
    onOutput(stream, line, goesOn) {
      host.heardMs = performance.now();
      output.show(stream, line, goesOn);
    },
    onFailure(reason) {
      if (!isCurrent()) return;
      host.refusals.push(reason);
      const fault = { kind: 'protocol', status: STATUS_LOST, at: Date.now() } as const;
      noteFault(run, host, { fault, details: [reason] });
      host.link?.end('SIGKILL');
      run.bell.ring();
    },
  });
}

function takeEvent(run: Run, host: Host, event: GuardEvent): void {
  switch (event.event) {
    case 'hello':
      host.hasSpoken = true;
      host.guardPid = event.pid;
      break;
    case 'beat':
      takeBeat(run, host, event.at);
      break;
    case 'fact':
      host.facts.push(event);
      if (event.question === 'host' && event.subject === 'clock' && event.number !== undefined)
        host.clockAheadMs = event.number - Date.now();
      break;
    case 'looked':
      takeLook(run, host);
      break;
    case 'sample':
      if (host.phase === 'connecting') host.gpuText += event.text;
      else pass(run, host, event);
      break;
    case 'begun':
      reportStart(run);
      break;
    case 'started':
      run.started.add(event.rank);
      pass(run, host, event);
      break;
    case 'line':
      pass(run, host, event);
      break;
    case 'ended':
      takeEnd(run, host, event);
      pass(run, host, event);
      break;
    default:
      takeRare(run, host, event);
  }
}

function takeRare(run: Run, host: Host, event: GuardEvent): void {
  switch (event.event) {
    case 'tail':
    case 'recorded':
    case 'tail-end':
      takeTail(run, host, event);
      break;
    case 'warning':
    case 'narrowed':
      reportProblem(run, host, event);
      break;
    case 'overdue':
      host.overdue.push(event.rank);
      break;
    case 'survivor':
      host.survivors.push(event.pid);
      break;
    case 'full':
      reportFullDisk(run, host, event.subject);
      break;
    case 'done':
      if (host.ranks.some(({ rank }) => !run.ends.has(rank))) noteEarlyEnd(run, host);
      host.isDone = true;
      host.phase = 'over';
      run.judge.over(host.index, true);
      dismissGuard(host);
      break;
    default:
      takeFault(run, host, event);
  }
}

/** Where a signal has ended the run, ranks may never have begun; else that cannot be. */
function noteEarlyEnd(run: Run, host: Host): void {
  const fault = { kind: 'protocol', status: STATUS_LOST, at: Date.now() } as const;
  noteFault(run, host, { fault, details: ['its guard was done before all of its ranks had ended'] });
}

/** A guard whose ranks have ended stays for questions about them. */
function dismissGuard({ isDone, tails, link }: Host): void {
  if (isDone && [...tails.values()].every(({ isWhole }) => isWhole)) link?.close();
}

function pass({ audience }: Run, { machine, node }: Host, event: GuardEvent): void {
  audience.take({ ...event, host: machine.name, node: node.name } as HostEvent);
}

function takeBeat(run: Run, host: Host, at: number): void {
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
  if (host.phase !== 'connecting') return;
  host.looks++;
  const look = run.site.judge(host, run.attempt);
  if (look.again.length > 0) {
    lookAgain(host, look.again);
    return;
  }
  host.look = look;
  host.refusals.push(...host.look.refusals);
  host.phase = host.refusals.length === 0 ? 'ready' : 'over';
}

/** Memory of a process that has just ended may still be in use. */
const AGAIN_MS = 500;

function lookAgain(host: Host, questions: readonly string[]): void {
  const { link } = host;
  const ask = (): void => {
    if (host.link !== link) return;
    forgetAnswers(host, questions);
    link?.send(order.look(questions));
  };
  if (host.looks === 1 && host.gpuText === '') ask();
  else setTimeout(ask, AGAIN_MS);
}

/** A long answer comes in parts, which are joined: those of another look are none of them. */
function forgetAnswers(host: Host, questions: readonly string[]): void {
  const answered = new Set(questions.map((question) => question.split(' ')[0] ?? ''));
  const kept = host.facts.filter(({ question }) => !answered.has(question));
  host.facts.splice(0, host.facts.length, ...kept);
  host.gpuText = '';
}

type Ended = Extract<GuardEvent, { event: 'ended' }>;

function takeEnd(run: Run, host: Host, { rank, status, killer = 0, at, step, subject, reason }: Ended): void {
  const end = { host: host.index, rank, status, killer, at: host.clock.toLauncher(at) };
  const now = performance.now();
  // What could not be started has written nothing.
  const kind = run.judge.ended(end, step === undefined ? null : false, now);
  run.ends.set(rank, { ...end, kind, problem: step === undefined ? null : { step, subject, reason } });
  if (kind === 'well') run.leftFirstMs ??= now;
  if (kind === 'failed' && run.ends.size <= MOST_TAILS) requestTail(host, rank);
}

/** Of so many that fail at once, the first ones are enough. */
const MOST_TAILS = 64;

function requestTail(host: Host, rank: number): void {
  host.tails.set(rank, { text: '', recorded: '', isWhole: false });
  host.link?.send(order.last(rank));
}

type TailEvent = Extract<GuardEvent, { event: 'tail' | 'recorded' | 'tail-end' }>;

function takeTail(run: Run, host: Host, event: TailEvent): void {
  const tail = host.tails.get(event.rank);
  if (tail === undefined) return;
  if (event.event === 'tail') tail.text += event.text;
  else if (event.event === 'recorded') tail.recorded += event.text;
  else {
    tail.isWhole = true;
    dismissGuard(host);
    run.judge.tail(host.index, event.rank, saysThatAnotherLeft(tail.text));
  }
}
