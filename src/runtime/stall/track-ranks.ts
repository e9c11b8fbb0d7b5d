import type { RankEvidence, StallEvidence } from './judge-stall.ts';
import type { MainStack } from './read-stack.ts';
import type { RankTrace } from './read-trace.ts';
import { hasWorked, isInDiskSleep, isStopped, type RankUse } from './samples.ts';

/** Five times the longest pause that ended well is no stall either. */
const SAFETY = 5;

/** What is known of one rank. All times are of a clock that is never set, in milliseconds. */
class RankRecord {
  use: RankUse | null = null;
  usedMs = 0;
  hasJoined = false;
  trace: RankTrace | null = null;
  /** Since when it has been stopped, or asleep in the kernel, in each look; null: it is not. */
  haltedMs: number | null = null;
  stack: MainStack | null = null;
  /** What it had used at the first look after its first stack, and when: to take a stack lets the rank write. */
  base: RankUse | null = null;
  baseMs = 0;
  hasStackChanged = false;
}

/** Since when something has stood still. */
class Pause {
  sinceMs: number | null = null;
  #longestMs = 0;
  readonly #stallAfterMs: number;

  constructor(stallAfterMs: number) {
    this.#stallAfterMs = stallAfterMs;
  }
  /** Something moved. */
  moved(now: number): void {
    if (this.sinceMs !== null) this.#longestMs = Math.max(this.#longestMs, now - this.sinceMs);
    this.sinceMs = now;
  }
  isStall(now: number): boolean {
    const limit = Math.max(this.#stallAfterMs, SAFETY * this.#longestMs);
    return this.sinceMs !== null && now - this.sinceMs >= limit;
  }
}

export type RankTracker = ReturnType<typeof createRankTracker>;

/** Keeps what ranks did until now, and says what stands still. */
export function createRankTracker(stallAfterMs: number) {
  const ranks = new Map<number, RankRecord>();
  const quiet = new Pause(stallAfterMs);
  const silence = new Pause(stallAfterMs);
  const joining = new Pause(stallAfterMs);
  let hasEnded = false;
  const connected = new Set<number>();
  const recordOf = (rank: number): RankRecord => {
    const record = ranks.get(rank) ?? new RankRecord();
    ranks.set(rank, record);
    return record;
  };
  return {
    takeUse(rank: number, use: RankUse, now: number): void {
      const record = recordOf(rank);
      const before = record.use;
      if (before === null || hasWorked(before, use, now - record.usedMs)) silence.moved(now);
      if (use.isJoined && !record.hasJoined) joining.moved(now);
      record.hasJoined ||= use.isJoined;
      if (use.isJoined) connected.add(rank);
      else connected.delete(rank);
      if (!isStopped(use) && !isInDiskSleep(use)) record.haltedMs = null;
      else record.haltedMs ??= now;
      Object.assign(record, { use, usedMs: now });
      if (record.base === null) Object.assign(record, { base: use, baseMs: now });
    },
    takeTrace(rank: number, trace: RankTrace, now: number): void {
      const record = recordOf(rank);
      if (record.trace?.newest !== trace.newest) quiet.moved(now);
      record.trace = trace;
    },
    /** The stacks of one moment; those of the next one show whether something moves. */
    takeStack(rank: number, stack: MainStack | null, isFirst: boolean): void {
      const record = recordOf(rank);
      if (isFirst) Object.assign(record, { base: null, hasStackChanged: false });
      else record.hasStackChanged = record.stack?.text !== stack?.text;
      record.stack = stack;
    },
    ended(rank: number): void {
      hasEnded = true;
      ranks.delete(rank);
      connected.delete(rank);
    },
    /** Time has passed in which nothing ran: the launcher was stopped, or the machine slept. */
    forgetTimes(now: number): void {
      for (const pause of [quiet, silence, joining]) if (pause.sinceMs !== null) pause.sinceMs = now;
      for (const record of ranks.values()) if (record.haltedMs !== null) record.haltedMs = now;
    },
    /** Each rank was looked at twice since its first stack. */
    isComparable: () =>
      [...ranks.values()].every(({ base, baseMs, usedMs }) => base !== null && usedMs > baseMs),
    haveAllJoined: (count: number) => [...ranks.values()].filter((one) => one.hasJoined).length >= count,
    evidence(now: number): StallEvidence & { readonly sinceMs: number } {
      const isHalted = ({ haltedMs }: RankRecord): boolean =>
        haltedMs !== null && now - haltedMs >= stallAfterMs;
      const found = [...ranks].sort(([a], [b]) => a - b);
      const flags = {
        isQuiet: quiet.isStall(now),
        isJoinStalled: connected.size > 0 && joining.isStall(now),
        isSilent: silence.isStall(now),
      };
      const since = flags.isQuiet ? quiet : flags.isJoinStalled ? joining : silence;
      return {
        ...flags,
        hasEnded,
        ranks: found.map(([rank, record]) => describe(rank, record, isHalted(record))),
        sinceMs: Math.min(
          since.sinceMs ?? now,
          ...found.map(([, one]) => (isHalted(one) && one.haltedMs) || now),
        ),
      };
    },
  };
}

function describe(rank: number, record: RankRecord, isHalted: boolean): RankEvidence {
  const { use, usedMs, trace, stack, base, baseMs, hasStackChanged } = record;
  const hasUsed = use !== null && base !== null && hasWorked(base, use, usedMs - baseMs);
  return {
    rank,
    state: !isHalted || use === null ? 'runs' : isStopped(use) ? 'stopped' : 'disk',
    about: use?.about ?? 0,
    isBusy: hasUsed || hasStackChanged,
    hasJoined: record.hasJoined,
    position: trace?.position ?? null,
    isOfAll: trace?.isOfAll ?? false,
    waits: stack?.waits ?? null,
    where: stack?.where ?? null,
  };
}
