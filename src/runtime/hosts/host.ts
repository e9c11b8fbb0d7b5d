import type { PlanNode, PlanRank } from '../../generated/plan.ts';
import type { EventReader, GuardEvent } from './events.ts';
import type { GuardLink, LinkEnd } from './link.ts';
import type { LookJudgement } from './look.ts';
import { order } from './orders.ts';
import type { PlacedMachine } from './place-machines.ts';

/** `over`: nothing more comes of its ranks. */
export type HostPhase = 'waiting' | 'connecting' | 'ready' | 'running' | 'over';

export type Fact = Extract<GuardEvent, { event: 'fact' }>;

/** What one connection has said, of one host in one attempt. */
export interface HostLife {
  phase: HostPhase;
  link: GuardLink | null;
  reader: EventReader | null;
  end: LinkEnd | null;
  /** When its connection was begun, and when the next one may be. */
  connectedMs: number;
  dueMs: number;
  drops: number;
  /** Its guard is there. */
  hasSpoken: boolean;
  /** What its checks need. */
  wasLookSent: boolean;
  /** It has answered a beat since its ranks were started. */
  hasAnswered: boolean;
  /** The words that a command for it follows; null for this machine. */
  reach: readonly string[] | null;
  /** Where the logs of this run lie there. */
  folder: string;
  guardPid: number | null;
  heardMs: number;
  /** When the beat that is to be answered went, by the wall clock; null: none is timed. */
  beatSent: number | null;
  beatsOpen: number;
  /** Those of them that were sent before its ranks were started: an answer to one says nothing of the ranks. */
  earlyBeats: number;
  readonly clock: HostClock;
  readonly facts: Fact[];
  /** What rankplan-probe said of its GPUs, while it was looked at. */
  gpuText: string;
  look: LookJudgement | null;
  /** How many looks it has answered. */
  looks: number;
  /** Its clock less this one, when it was read; null: not known. */
  clockAheadMs: number | null;
  /** Why it does not start ranks. */
  readonly refusals: string[];
  /** It said that none of its ranks is left. */
  isDone: boolean;
  /** It was to answer, and does not. */
  isLost: boolean;
  /** Signal that its guard was killed by; null where it was not. */
  killer: number | null;
  readonly survivors: number[];
  /** Ranks that did not end within the grace period, not said yet. */
  readonly overdue: number[];
  /** Of ranks whose last lines were requested. */
  readonly tails: Map<number, RankTail>;
}

export interface RankTail {
  /** The end of its stderr. */
  text: string;
  /** What its program recorded of an exception. */
  recorded: string;
  isWhole: boolean;
}

export interface Host extends HostLife {
  readonly index: number;
  readonly node: PlanNode;
  readonly ranks: readonly PlanRank[];
  machine: PlacedMachine;
}

const newLife = (): HostLife => ({
  ...{
    phase: 'waiting',
    link: null,
    reader: null,
    end: null,
    connectedMs: 0,
    dueMs: 0,
    drops: 0,
    hasSpoken: false,
  },
  ...{
    wasLookSent: false,
    hasAnswered: false,
    reach: null,
    folder: '',
    guardPid: null,
    heardMs: 0,
    beatSent: null,
    beatsOpen: 0,
    earlyBeats: 0,
    clock: createHostClock(),
    facts: [],
  },
  ...{
    gpuText: '',
    look: null,
    looks: 0,
    clockAheadMs: null,
    refusals: [],
    isDone: false,
    isLost: false,
    killer: null,
  },
  ...{ survivors: [], overdue: [], tails: new Map() },
});

export const createHost = (place: Pick<Host, 'index' | 'node' | 'ranks' | 'machine'>): Host => ({
  ...place,
  ...newLife(),
});

/** As before it was connected. */
export function resetHost(host: Host): void {
  Object.assign(host, newLife());
}

export const isOver = ({ phase }: Host): boolean => phase === 'over';

/** All its checks are made, and it waits for the others. */
export const isReady = ({ phase, end }: Host): boolean => phase === 'ready' && end === null;

/** So much more of what its ranks write may come. */
export function grantOutput({ link, reader }: Host, bytes: number): void {
  reader?.grant(bytes);
  link?.send(order.credit(bytes));
}

/** How far a host's clock is from the launcher's, in milliseconds. */
export interface HostClock {
  /** Takes an answer to a beat: when the beat went and its answer came (launcher's clock), and what the host's clock said. */
  readonly answer: (sent: number, received: number, at: number) => void;
  /** A moment of the host's clock, by the launcher's. */
  readonly toLauncher: (at: number) => number;
  /** By how much the host's clock is ahead; 0 while nothing is known. */
  readonly ahead: () => number;
}

/** As NTP has it: the host read its clock half-way, and the shortest round trip says it best. */
export function createHostClock(): HostClock {
  let shortest = Number.POSITIVE_INFINITY;
  let offset = 0;
  return {
    answer(sent, received, at) {
      const way = Math.max(0, received - sent);
      if (way >= shortest) return;
      shortest = way;
      offset = at - (sent + way / 2);
    },
    toLauncher: (at) => at - offset,
    ahead: () => offset,
  };
}
