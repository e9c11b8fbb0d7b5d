import type { PlanRank } from '../../generated/plan.ts';
import type { GuardEvent } from './start-guard.ts';

export interface RankProgress {
  readonly rank: PlanRank;
  state: 'waiting' | 'running' | 'ended';
  pid: number | null;
  startedMs: number | null;
  endedMs: number | null;
  /** As a shell has it: 128 + the number of a signal. */
  status: number | null;
  /** How it failed, in words. */
  failure: string | null;
  /** The last that it wrote, where somebody watches; empty before it wrote anything. */
  line: string;
}

export interface RankTracker {
  readonly ranks: readonly RankProgress[];
  /** Takes an event; returns the rank that it ended, if it did. */
  readonly take: (event: GuardEvent, nowMs: number) => RankProgress | null;
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

/** Keeps what is known of each rank. */
export function trackRanks(ranks: readonly PlanRank[]): RankTracker {
  const progress = ranks.map<RankProgress>((rank) => ({
    rank,
    ...WAITING,
  }));
  const byNumber = new Map(progress.map((one) => [one.rank.rank, one]));
  const take = (event: GuardEvent, nowMs: number): RankProgress | null => {
    const one = byNumber.get(event.rank ?? -1);
    if (one === undefined) return null;
    if (event.event === 'started')
      Object.assign(one, WAITING, { state: 'running', pid: event.pid, startedMs: nowMs });
    if (event.event === 'line') one.line = event.subject ?? '';
    if (event.event !== 'ended') return null;
    const { status = 0, outcome = null } = event;
    Object.assign(one, { state: 'ended', endedMs: nowMs, status, failure: outcome });
    return one;
  };
  return { ranks: progress, take };
}
