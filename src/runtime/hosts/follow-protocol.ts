import { EVENTS, type EventRule, type GuardEvent, type GuardState } from './event-table.ts';

export interface Protocol {
  readonly state: GuardState;
  /** Why the event cannot be, or null; it is taken then. */
  readonly take: (event: GuardEvent) => string | null;
  /** Whether each rank's end with 0 was taken, and then `done`. */
  readonly isWell: boolean;
}

/** The state that an event leads to. */
const NEXT: Partial<Record<GuardEvent['event'], GuardState>> = {
  hello: 'hello',
  looked: 'ready',
  begun: 'running',
  done: 'done',
};

/** Which events may come, from what has come before. */
export function followProtocol(ranks: readonly number[]): Protocol {
  const watch = watchRanks(ranks);
  const seen = new Map<string, number>();
  let state: GuardState = 'connecting';
  const take = (event: GuardEvent): string | null => {
    const { states, most }: EventRule = EVENTS[event.event];
    if (!states.includes(state)) return `an event in state ${state}`;
    const key = 'rank' in event ? `${event.event} ${event.rank}` : event.event;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    const reason = count > most ? 'an event too often' : watch.take(event);
    if (reason === null) state = NEXT[event.event] ?? state;
    return reason;
  };
  return {
    take,
    get state() {
      return state;
    },
    get isWell() {
      return state === 'done' && watch.haveAllEndedWell();
    },
  };
}

/** What each rank may still do: it ends once, after its start, or with the step at which that failed. */
function watchRanks(ranks: readonly number[]) {
  const states = new Map<number, 'waiting' | 'running' | 'well' | 'failed'>();
  const pids = new Map<number, number>();
  for (const rank of ranks) states.set(rank, 'waiting');
  const end = (event: GuardEvent & { event: 'ended' }): string | null => {
    const { rank, status, killer, step } = event;
    const state = states.get(rank);
    const mayEnd = state === 'running' || (state === 'waiting' && step !== undefined);
    if (!mayEnd) return 'the end of a rank that did not run';
    if (status === 0 && (killer !== undefined || step !== undefined)) return 'an end both good and bad';
    states.set(rank, status === 0 ? 'well' : 'failed');
    pids.delete(rank);
    return null;
  };
  /** Why the event cannot be, or null. */
  const take = (event: GuardEvent): string | null => {
    const rank = 'rank' in event ? event.rank : undefined;
    if (rank !== undefined && !states.has(rank)) return 'an event of a rank that is not there';
    if (event.event === 'ended') return end(event);
    if (event.event === 'survivor')
      for (const [survivor, pid] of pids) if (pid === event.pid) pids.delete(survivor);
    if (event.event === 'killed') pids.clear(); // the guard itself, which cannot say any more how they end
    if (event.event === 'done') return pids.size > 0 ? 'done, while ranks run' : null;
    if (event.event !== 'started') return null;
    if (states.get(event.rank) !== 'waiting') return 'a second start of a rank';
    states.set(event.rank, 'running');
    pids.set(event.rank, event.pid);
    return null;
  };
  return { take, haveAllEndedWell: () => [...states.values()].every((state) => state === 'well') };
}
