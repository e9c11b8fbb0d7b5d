import type { RankEvidence, StallEvidence } from './judge-stall.ts';
import type { MainStack } from './read-stack.ts';
import type { RankTrace } from './read-trace.ts';
import { hasComputed, hasWorked, isInDiskSleep, isStopped, type RankUse } from './samples.ts';

/** Five times the longest pause that ended well is no stall either. */
const SAFETY = 5;

/** What is known of one rank. All times are of a clock that is never set, in milliseconds. */
class RankRecord {
  use: RankUse | null = null;
  usedMs = 0;
  hasJoined: boolean | null = false;
  trace: RankTrace | null = null;
  /** Since when it has been stopped, or asleep in the kernel and idle, in each look; null: it is not. */
  haltedMs: number | null = null;
  stack: MainStack | null = null;
  /** What it had used at the first look after its first stack, and when: to take a stack lets the rank write. */
  base: RankUse | null = null;
  baseMs = 0;
  hasStackChanged = false;
  /** What it used until the next look may be for its stack alone. */
  wasDisturbed = false;
}

/** Since when something has stood still, as far as looks at intervals show. */
class Pause {
  sinceMs: number | null = null;
  #longestMs = 0;
  readonly #stallAfterMs: number;
  readonly #lookMs: number;

  constructor(stallAfterMs: number, lookMs: number) {
    this.#stallAfterMs = stallAfterMs;
    this.#lookMs = lookMs;
  }
  moved(now: number): void {
    if (this.sinceMs !== null)
      this.#longestMs = Math.max(this.#longestMs, now - this.sinceMs - 2 * this.#lookMs);
    this.sinceMs = now;
  }
  /** Since when; null if that is not long enough. */
  findStall(now: number): number | null {
    const limit = Math.max(this.#stallAfterMs, SAFETY * this.#longestMs);
    return this.sinceMs !== null && now - this.sinceMs >= limit ? this.sinceMs : null;
  }
}

interface TrackerSettings {
  readonly rankCount: number;
  /** Counts of collectives can be had. */
  readonly hasCounts: boolean;
  readonly stallAfterMs: number;
  /** Between looks at processes, and at counts of collectives. */
  readonly lookMs: number;
  readonly countsMs: number;
}

export type RankTracker = ReturnType<typeof createRankTracker>;

/** Keeps what ranks did until now, and says what stands still. */
export function createRankTracker(settings: TrackerSettings) {
  const { rankCount, hasCounts, stallAfterMs, lookMs, countsMs } = settings;
  const ranks = new Map<number, RankRecord>();
  const quiet = new Pause(stallAfterMs, countsMs);
  const silence = new Pause(stallAfterMs, lookMs);
  const joining = new Pause(stallAfterMs, lookMs);
  let hasEnded = false;
  const connected = new Set<number>();
  const recordOf = (rank: number): RankRecord => {
    const record = ranks.get(rank) ?? new RankRecord();
    ranks.set(rank, record);
    return record;
  };
  const haveAllJoined = (): boolean =>
    [...ranks.values()].filter((one) => one.hasJoined !== false).length >= rankCount;
  return {
    takeUse(rank: number, use: RankUse, now: number): void {
      const record = recordOf(rank);
      const before = record.use;
      const isOwn = !record.wasDisturbed && before !== null && hasWorked(before, use, now - record.usedMs);
      if (before === null || isOwn) silence.moved(now);
      record.wasDisturbed = false;
      if (use.isJoined === true && record.hasJoined !== true) joining.moved(now);
      const isLooking = !haveAllJoined(); // when all have, nobody looks any more
      if (record.hasJoined !== true && isLooking) record.hasJoined = use.isJoined;
      if (use.isJoined === true) connected.add(rank);
      else if (isLooking) connected.delete(rank);
      // Who writes much is asleep in the kernel at most looks, and so is one of many processes that read.
      if (isStopped(use) || (isInDiskSleep(use) && !isOwn)) record.haltedMs ??= now;
      else record.haltedMs = null;
      Object.assign(record, { use, usedMs: now });
      if (record.base === null) Object.assign(record, { base: use, baseMs: now });
    },
    takeTrace(rank: number, trace: RankTrace, now: number): void {
      const record = recordOf(rank);
      if (record.trace?.newest !== trace.newest) for (const pause of [quiet, silence]) pause.moved(now);
      record.trace = trace;
    },
    /** The stacks of one moment; those of the next one show whether something moves. */
    takeStack(rank: number, stack: MainStack | null, isFirst: boolean): void {
      const record = recordOf(rank);
      if (isFirst) Object.assign(record, { base: null, hasStackChanged: false });
      else record.hasStackChanged = record.stack?.text !== stack?.text;
      record.stack = stack;
      record.wasDisturbed = true;
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
    isStopped(rank: number): boolean {
      const use = ranks.get(rank)?.use ?? null;
      return use !== null && isStopped(use);
    },
    haveAllJoined,
    evidence(now: number): StallEvidence {
      const found = [...ranks].sort(([a], [b]) => a - b);
      const records = found.map(([, record]) => record);
      const isHalted = ({ haltedMs }: RankRecord): boolean =>
        haltedMs !== null && now - haltedMs >= stallAfterMs;
      const hasMissing = records.some((one) => one.hasJoined === false);
      const hasBegun = !hasCounts || records.some(({ trace }) => trace !== null);
      return {
        hasEnded,
        ranks: found.map(([rank, record]) => describe(rank, record, isHalted(record))),
        since: {
          collectives: quiet.findStall(now),
          joining: connected.size > 0 && (hasMissing || !hasBegun) ? joining.findStall(now) : null,
          halt: records
            .filter(isHalted)
            .reduce<number | null>((first, { haltedMs }) => Math.min(first ?? now, haltedMs ?? now), null),
          work: silence.findStall(now),
        },
      };
    },
  };
}

function describe(rank: number, record: RankRecord, isHalted: boolean): RankEvidence {
  const { use, usedMs, trace, stack, base, baseMs, hasStackChanged } = record;
  const hasUsed = use !== null && base !== null && hasWorked(base, use, usedMs - baseMs);
  const computesBackward =
    stack?.isBackward === true && use !== null && base !== null && hasComputed(base, use, usedMs - baseMs);
  return {
    rank,
    state: !isHalted || use === null ? 'runs' : isStopped(use) ? 'stopped' : 'disk',
    about: use?.about ?? 0,
    isBusy: hasUsed || hasStackChanged,
    hasJoined: record.hasJoined,
    position: trace?.position ?? null,
    isOfAll: trace?.isOfAll ?? false,
    waits: stack === null ? null : stack.waits && !computesBackward,
    where: stack?.where ?? null,
  };
}
