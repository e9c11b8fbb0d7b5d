import type { EventOf } from './event-table.ts';
import type { EventReader } from './events.ts';
import type { HostFault } from './find-first.ts';
import type { GuardLink, LinkEnd } from './link.ts';
import type { LookJudgement } from './look.ts';
import { order } from './orders.ts';
import type { HostPlace } from './place-machines.ts';
import type { StartProblem } from './rank-words.ts';

/** What is known of one host in one attempt. */
class HostLife {
  /** `over`: nothing more comes of its ranks. */
  phase: 'waiting' | 'connecting' | 'ready' | 'running' | 'over' = 'waiting';
  link: GuardLink | null = null;
  reader: EventReader | null = null;
  end: LinkEnd | null = null;
  /** When its connection was begun, and when the next one may be. */
  connectedMs = 0;
  dueMs = 0;
  drops = 0;
  /** Its guard is there. */
  hasSpoken = false;
  wasLookSent = false;
  /** It has answered a beat since its ranks were started. */
  hasAnswered = false;
  /** The words that a command for it follows; null for this machine. */
  reach: readonly [string, ...string[]] | null = null;
  /** Where the logs of this run lie there. */
  folder = '';
  /** Where the sockets of its ranks lie, in a private folder of its guard; null: they have none. */
  watchFolder: string | null = null;
  heardMs = 0;
  /** When the beat that is not yet answered was sent, by the wall clock; null: none is timed. */
  beatSent: number | null = null;
  beatsOpen = 0;
  /** The open beats that were sent before its ranks were started: their answers say nothing about the ranks. */
  earlyBeats = 0;
  readonly clock = createHostClock();
  readonly facts: EventOf<'fact'>[] = [];
  /** What rankplan-probe said of its GPUs, while it was looked at. */
  gpuText = '';
  look: LookJudgement | null = null;
  /** It is trying whether it reaches others. */
  isLooking = false;
  /** How many looks it has answered. */
  looks = 0;
  /** Its clock less this one, when it was read; null: not known. */
  clockAheadMs: number | null = null;
  /** Why it does not start ranks. */
  readonly refusals: string[] = [];
  /** Why it ended the run. */
  fault: HostFault | null = null;
  /** It said that none of its ranks is left. */
  isDone = false;
  /** It should answer, and does not. */
  isLost = false;
  readonly survivors: number[] = [];
  /** Ranks that did not end within the grace period, not reported yet. */
  readonly overdue: number[] = [];
  /** Why ranks could not be started. */
  readonly obstacles = new Map<number, StartProblem>();
  /** The last lines of ranks, if they were requested. */
  readonly tails = new Map<number, RankTail>();
}

export interface RankTail {
  /** The end of its stderr. */
  text: string;
  /** What its program recorded of an exception. */
  recorded: string;
  isWhole: boolean;
}

export type Host = HostLife & HostPlace;

export const createHost = (place: HostPlace): Host => Object.assign(new HostLife(), place);

export function resetHost(host: Host): void {
  Object.assign(host, new HostLife());
}

/** All its checks are made, and it waits for the others. */
export const isReady = ({ phase, end }: Host): boolean => phase === 'ready' && end === null;

/** Allows the host to send this many more bytes of its ranks' output. */
export function grantOutput({ link, reader }: Host, bytes: number): void {
  reader?.grant(bytes);
  link?.send(order.credit(bytes));
}

/** Whether the questions were sent. One look at a time: a guard refuses another one. */
export function ask(host: Host, questions: readonly string[]): boolean {
  if (questions.length === 0 || host.isLooking) return false;
  forgetAnswers(host, questions);
  host.isLooking = true;
  host.link?.send(order.look(questions));
  return true;
}

/** A long answer comes in parts, which are joined: parts of an earlier look must not be among them. */
export function forgetAnswers(host: Host, questions: readonly string[]): void {
  const answered = new Set(questions.map((question) => question.split(' ')[0] ?? ''));
  const kept = host.facts.filter(({ question }) => !answered.has(question));
  host.facts.splice(0, host.facts.length, ...kept);
  host.gpuText = '';
}

/**
 * How far a host's clock is from the launcher's, in milliseconds. As NTP has it: the host read its clock half-way, and
 * the shortest round trip says it best.
 */
export function createHostClock() {
  let shortest = Number.POSITIVE_INFINITY;
  let ahead = 0;
  return {
    /** Takes an answer to a beat: when the beat went and its answer came (launcher's clock), and what the host's clock said. */
    answer(sent: number, received: number, at: number): void {
      const way = Math.max(0, received - sent);
      if (way >= shortest) return;
      shortest = way;
      ahead = at - (sent + way / 2);
    },
    /** A moment of the host's clock, by the launcher's. */
    toLauncher: (at: number) => at - ahead,
  };
}
