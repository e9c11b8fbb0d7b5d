import { GROUNDS, judgeStall, type StallVerdict } from './judge-stall.ts';
import type { MainStack } from './read-stack.ts';
import type { RankTracker } from './track-ranks.ts';

/** The time between the two stacks of a rank that are compared. */
const STACKS_APART_MS = 10_000;

/** What follows from a look. */
export interface StallStep {
  /** A verdict, for the first time or again. */
  readonly verdict: StallVerdict | null;
  /** What was said before, and does not hold any more. */
  readonly resolved: StallVerdict | null;
  readonly lastedMs: number;
  /** The stacks of all ranks are wanted now. */
  readonly wantsStacks: boolean;
}

export type StallWatch = ReturnType<typeof createStallWatch>;

/** Says each stall once, again at twice its time, and takes back what has ended. `hasStacks`: stacks can be had. */
export function createStallWatch(
  tracker: RankTracker,
  { stallAfterMs, hasStacks }: { readonly stallAfterMs: number; readonly hasStacks: boolean },
) {
  const apartMs = Math.min(STACKS_APART_MS, stallAfterMs);
  let said: { verdict: StallVerdict; sinceMs: number } | null = null;
  /** When the first stacks of this look at a stall came; whether the second ones did. */
  let firstMs: number | null = null;
  let hasSecond = !hasStacks;
  let nextMs = 0;
  /** What was looked at last, in vain or not: another ground is looked at before `nextMs`. */
  let grounds = '';

  const forgetStacks = (next: number): void => {
    firstMs = null;
    hasSecond = !hasStacks;
    nextMs = next;
  };
  const resolve = (now: number): StallStep => {
    const before = said;
    said = null;
    forgetStacks(0);
    return { ...NOTHING, resolved: before?.verdict ?? null, lastedMs: now - (before?.sinceMs ?? now) };
  };
  return {
    /** All stacks that could be had were taken, after `look` wanted them. */
    takeStacks(stacks: ReadonlyMap<number, MainStack>, ranks: readonly number[], now: number): void {
      const isFirst = firstMs === null;
      for (const rank of ranks) tracker.takeStack(rank, stacks.get(rank) ?? null, isFirst);
      if (isFirst) firstMs = now;
      else hasSecond = true;
    },
    look(now: number): StallStep {
      const evidence = tracker.evidence(now);
      const { since } = evidence;
      if (said !== null && since[GROUNDS[said.verdict.kind]] !== said.sinceMs) return resolve(now);
      if (Object.values(since).every((time) => time === null)) {
        forgetStacks(0);
        return NOTHING;
      }
      const found = JSON.stringify(since);
      if (now < nextMs && found === grounds) return NOTHING;
      if (!hasSecond) {
        const isDue = firstMs === null || (now - firstMs >= apartMs && tracker.isComparable());
        return { ...NOTHING, wantsStacks: isDue };
      }
      const verdict = judgeStall(evidence);
      const sinceMs = (verdict && since[GROUNDS[verdict.kind]]) ?? now;
      forgetStacks(now + Math.max(stallAfterMs, now - sinceMs));
      grounds = found;
      if (verdict === null) return NOTHING;
      said = { verdict, sinceMs };
      return { ...NOTHING, verdict, lastedMs: now - sinceMs };
    },
  };
}

const NOTHING: StallStep = { verdict: null, resolved: null, lastedMs: 0, wantsStacks: false };
