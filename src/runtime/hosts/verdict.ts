import {
  type EndKind,
  findFirst,
  type HostFault,
  isBlamed,
  isClear,
  isTimeToEnd,
  type JudgedHost,
  type JudgeState,
  nextLook,
  type RankEnd,
  TAIL_MS,
} from './find-first.ts';
import { SIGNAL_STATUS } from './say.ts';

/** The exit status of a job that lost a host. */
export const STATUS_LOST = 75;

const SIGTERM = 15;

/** What gloo, NCCL and the store of PyTorch say of a peer that is gone, in versions 1.9 to 2.13. */
const PHRASES = [
  'closed by peer',
  'closed by remote peer',
  'reset by peer',
  'Broken pipe',
  'remote process exited',
  'was likely closed',
];

/** Whether a rank's last output says that another rank left it. The stacks of C++ that may follow are long: give 16 KiB. */
export const saysThatAnotherLeft = (tail: string): boolean => PHRASES.some((phrase) => tail.includes(phrase));

export type Judge = ReturnType<typeof createJudge>;

/**
 * Judges one attempt on one host or many: when all ranks must be ended, who failed first, and the status. `now` is
 * a clock that never goes back; `at` is the launcher's wall clock: the two are not compared. `ranks`: how many each host
 * has; `patienceMs`: for how long a host may be silent.
 */
export function createJudge({ ranks, patienceMs }: Pick<JudgeState, 'ranks' | 'patienceMs'>) {
  const hosts = ranks.map<JudgedHost>((running) => ({
    ...{ suspects: [], fault: null, running, well: 0, beatsSent: 0, beatsAnswered: 0, sentBefore: 0 },
    ...{ isOver: false, isWhole: false },
  }));
  const undecided = { failed: null, signal: null, isClosed: false, verdict: null };
  const state: JudgeState = { hosts, ranks, patienceMs, ...undecided };
  const at = (host: number): JudgedHost => {
    const found = hosts[host];
    if (found === undefined) throw new Error(`there is no host ${host}`);
    return found;
  };
  return {
    /** A beat was sent to the host. After the order that ends its ranks one must be sent. */
    beatSent: (host: number) => void at(host).beatsSent++,
    /** The host answered a beat: what came before it is all that it knew of. */
    beatAnswered: (host: number) => void at(host).beatsAnswered++,
    /** A rank's end; `saysAnotherLeft` is null until its tail is known. */
    ended: (end: RankEnd, saysAnotherLeft: boolean | null, now: number) =>
      takeEnd(state, at(end.host), end, saysAnotherLeft, now),
    tail(host: number, rank: number, saysAnotherLeft: boolean): void {
      const suspect = at(host).suspects.find(({ end }) => end.rank === rank);
      if (suspect !== undefined) suspect.saysAnotherLeft ??= saysAnotherLeft;
    },
    /** False if the host is not to blame: all ranks are being ended, or a rank of it failed before. */
    fault(host: number, fault: HostFault): boolean {
      if (isEnding(state) || isBlamed(at(host))) return false;
      at(host).fault = fault;
      return true;
    },
    /** `isWhole`: it said `done`. Nothing more comes from it. */
    over(host: number, isWhole: boolean): void {
      Object.assign(at(host), { isOver: true, isWhole });
      if (isWhole) return;
      // What its ranks wrote will not come any more.
      for (const suspect of at(host).suspects) suspect.saysAnotherLeft ??= false;
    },
    /** A signal ends the run. */
    interrupt: (signal: number, now: number) => interrupt(state, signal, now),
    /** No answer is waited for any more. */
    close(): void {
      state.isClosed = true;
    },
    look: (now: number) => look(state, now),
    /** A host's ranks were ended on that host, by a signal to its guard. */
    wasEndedThere: () => hosts.some(({ fault }) => fault?.kind === 'interrupted'),
    /** Call it when all hosts are over. 0 only where each rank's end with status 0 was read, and each host said `done`. */
    status: () => statusOf(state),
  };
}

const isEnding = ({ failed, signal }: JudgeState): boolean => failed !== null || signal !== null;

/** Its ranks were ended, and an answer to the beat after that order has come. */
const hasStopped = (state: JudgeState, host: JudgedHost): boolean =>
  isEnding(state) && host.beatsAnswered > host.sentBefore;

function takeEnd(
  state: JudgeState,
  host: JudgedHost,
  end: RankEnd,
  saysAnotherLeft: boolean | null,
  now: number,
): EndKind {
  host.running = Math.max(0, host.running - 1);
  if (end.status === 0) {
    host.well++;
    return 'well';
  }
  // It may be gone before the host comes to answer.
  if (hasStopped(state, host) || (isEnding(state) && end.killer === SIGTERM)) return 'ended by the launcher';
  host.suspects.push({ end, saysAnotherLeft, since: now });
  return 'failed';
}

/** A failure that came before counts; else the signal is what ended the run, unless all ranks had ended before. */
function interrupt(state: JudgeState, signal: number, now: number): void {
  if (isEnding(state)) return;
  if (state.hosts.some((host) => host.suspects.length > 0 || host.fault !== null)) begin(state, now);
  else if (state.hosts.some(({ running }) => running > 0)) state.signal = signal;
  for (const host of state.hosts) host.sentBefore = host.beatsSent;
}

/** A rank or host failed. Later ends are consequences, except for those that hosts have already sent. */
function begin(state: JudgeState, now: number): void {
  state.failed = now;
  for (const host of state.hosts) host.sentBefore = host.beatsSent;
}

/**
 * `isOver`: all ranks must be ended, and it stays true. The verdict is null while it is not clear, or no rank failed;
 * `again` is when to look again although nothing happens, null if there is no need.
 */
function look(state: JudgeState, now: number) {
  for (const { suspects } of state.hosts)
    for (const suspect of suspects) if (now >= suspect.since + TAIL_MS) suspect.saysAnotherLeft ??= false;
  if (!isEnding(state) && isTimeToEnd(state, now)) begin(state, now);
  if (state.failed !== null && state.verdict === null && isClear(state, now))
    state.verdict = findFirst(state.hosts);
  return { isOver: isEnding(state), verdict: state.verdict, again: nextLook(state, now) };
}

function statusOf({ hosts, ranks, verdict, signal, failed }: JudgeState): number {
  if (verdict !== null) return verdict.status;
  if (signal !== null) return SIGNAL_STATUS + signal;
  const isWell = hosts.every(({ well, isWhole }, place) => isWhole && well === ranks[place]);
  return failed === null && isWell ? 0 : STATUS_LOST;
}
