import type { PlanRank } from '../../generated/plan.ts';
import type { GuardEvent } from '../../runtime/hosts/event-table.ts';
import { wordStatus } from '../../runtime/hosts/say.ts';

/** What is known of a rank in one attempt. */
class Attempt {
  state: 'waiting' | 'running' | 'ended' = 'waiting';
  pid: number | null = null;
  startedMs: number | null = null;
  endedMs: number | null = null;
  /** As a shell has it: 128 + the number of a signal. */
  status: number | null = null;
  failure: string | null = null;
  /** The last that it wrote, where that is shown; empty before it wrote anything. */
  line = '';
}

/** `name` is `server-1-0`, what a process of a role is called; null: a rank is its number. */
export type RankProgress = Attempt & { readonly rank: PlanRank; readonly name: string | null };

/** Keeps what is known of each rank; `names` are those of processes of roles. */
export function trackRanks(ranks: readonly PlanRank[], names: readonly string[] = []) {
  const progress = ranks.map(
    (rank, at): RankProgress => Object.assign(new Attempt(), { rank, name: names[at] ?? null }),
  );
  const byNumber = new Map(progress.map((one) => [one.rank.rank, one]));
  const take = (event: GuardEvent, nowMs: number): void => {
    const one = 'rank' in event ? byNumber.get(event.rank ?? -1) : undefined;
    if (one === undefined) return;
    if (event.event === 'started')
      Object.assign(one, new Attempt(), { state: 'running', pid: event.pid, startedMs: nowMs });
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
