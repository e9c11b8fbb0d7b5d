import { quantile } from './fit-steps.ts';
import type { StepRecord } from './read-steps.ts';

/** Own times of ranks differ by more, even of equal cards. */
const AGREEMENT = 0.01;

/** Where ranks wait for each other they differ much less among themselves than steps do. */
const WITHIN_TO_BETWEEN = 0.25;

const MIN_COMMON = 20;

/**
 * Whether the ranks of a run seem to have timed whole steps, in which the fast wait for the slow: then in each step all
 * took as long, however long that was. By such times every division of the work looks like the right one.
 */
export function seemsToWait(ranks: readonly (readonly StepRecord[])[]): boolean {
  const steps = new Map<number, number[]>();
  for (const records of ranks)
    for (const { step, seconds } of records) {
      const times = steps.get(step);
      if (times === undefined) steps.set(step, [seconds]);
      else times.push(seconds);
    }
  const common = [...steps.values()].filter((times) => times.length === ranks.length);
  if (ranks.length < 2 || common.length < MIN_COMMON) return false;
  const medianOf = (numbers: number[]) =>
    quantile(
      numbers.sort((a, b) => a - b),
      0.5,
    );
  const within = medianOf(
    common.map((times) => (Math.max(...times) - Math.min(...times)) / Math.min(...times)),
  );
  const typical = common.map((times) => Math.min(...times)).sort((a, b) => a - b);
  const between = (quantile(typical, 0.75) - quantile(typical, 0.25)) / quantile(typical, 0.5);
  return within < AGREEMENT && within < WITHIN_TO_BETWEEN * between;
}
