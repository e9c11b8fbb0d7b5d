import type { PlanRank } from '../../generated/plan.ts';
import type { GuardEvent } from '../../runtime/hosts/event-table.ts';
import { wordStatus } from '../../runtime/hosts/say.ts';

export interface RankProgress {
  readonly rank: PlanRank;
  /** `server-1-0`: what a process of a role is called; null: a rank is its number. */
  readonly name: string | null;
  state: 'waiting' | 'running' | 'ended';
  pid: number | null;
  startedMs: number | null;
  endedMs: number | null;
  /** As a shell has it: 128 + the number of a signal. */
  status: number | null;
  /** How it failed, in words. */
  failure: string | null;
  /** The last that it wrote, where that is shown; empty before it wrote anything. */
  line: string;
}

/** Each attempt begins so, and what became of the one before is forgotten. */
const WAITING = {
  state: 'waiting',
  pid: null,
  startedMs: null,
  endedMs: null,
  status: null,
  failure: null,
  line: '',
} as const;

/** Keeps what is known of each rank; `names` are those of processes of roles. */
export function trackRanks(ranks: readonly PlanRank[], names: readonly string[] = []) {
  const progress = ranks.map<RankProgress>((rank, at) => ({ rank, name: names[at] ?? null, ...WAITING }));
  const byNumber = new Map(progress.map((one) => [one.rank.rank, one]));
  const take = (event: GuardEvent, nowMs: number): void => {
    const one = 'rank' in event ? byNumber.get(event.rank ?? -1) : undefined;
    if (one === undefined) return;
    if (event.event === 'started')
      Object.assign(one, WAITING, { state: 'running', pid: event.pid, startedMs: nowMs });
    if (event.event === 'line') one.line = event.text;
    if (event.event === 'obstacle') one.failure = 'could not be started';
    if (event.event === 'ended')
      Object.assign(one, {
        ...{ state: 'ended', endedMs: nowMs, status: event.status },
        failure: one.failure ?? wordFailure(event),
      });
  };
  /** Nothing more comes: the guard of ranks whose end was not seen was killed, or their host lost. */
  const conclude = (nowMs: number): void => {
    for (const one of progress)
      if (one.state === 'running')
        Object.assign(one, { state: 'ended', endedMs: nowMs, failure: 'unknown status' });
  };
  return { ranks: progress as readonly RankProgress[], take, conclude };
}

/** Null of a rank that ended well. */
const wordFailure = ({ status, killer = 0 }: Extract<GuardEvent, { event: 'ended' }>): string | null =>
  status === 0 ? null : wordStatus(status, killer);
