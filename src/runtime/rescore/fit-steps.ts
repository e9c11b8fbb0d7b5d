import { groupBy } from '../../compiler/values/lists.ts';
import type { StepRecords } from './read-steps.ts';

/** How fast a rank was: `fixedSeconds` of each step, then `speed` samples a second. */
export interface RankSpeed {
  readonly speed: number;
  /** Null if it is not known: then it is a part of what each sample takes. */
  readonly fixedSeconds: number | null;
  /** The usual number of samples, how many steps had it, their median, and how far its quartiles are apart. */
  readonly samples: number;
  readonly steps: number;
  readonly seconds: number;
  readonly spread: number;
}

/** With fewer steps nothing is said of a rank: the first ones of a training are slow. */
export const MIN_STEPS = 10;

/** Two numbers of samples that are nearer than that show the noise, and not the fixed cost. */
const MIN_RATIO = 1.25;

/** The steps of a rank that had one number of samples. */
export interface StepGroup {
  readonly samples: number;
  readonly seconds: Float64Array;
}

/** Groups the steps of all runs of a rank by the number of samples. */
export function groupSteps(runs: readonly StepRecords[]): readonly StepGroup[] {
  const steps = runs.flatMap(({ seconds, samples }) =>
    samples.map((count, index) => ({ count, seconds: seconds[index] ?? Number.NaN })),
  );
  return [...groupBy(steps, ({ count }) => count)]
    .map(([samples, group]) => ({
      samples,
      seconds: Float64Array.from(group, ({ seconds }) => seconds).sort(),
    }))
    .sort((a, b) => a.samples - b.samples);
}

/** The group that says how fast the rank was; null if all are too small. */
export const usualOf = (groups: readonly StepGroup[]): StepGroup | null =>
  groups
    .filter(isEnough)
    .toSorted((a, b) => b.seconds.length - a.seconds.length || b.samples - a.samples)[0] ?? null;

const isEnough = ({ seconds }: StepGroup): boolean => seconds.length >= MIN_STEPS;

/**
 * The speed of a rank by its steps; null if they are too few. What a step costs however few its samples is subtracted:
 * `fixed`, or what a line through the steps shows.
 */
export function fitSteps(groups: readonly StepGroup[], fixed: number | null | 'fitted'): RankSpeed | null {
  const usual = usualOf(groups);
  if (usual === null) return null;
  const { samples, seconds } = usual;
  const median = quantile(seconds, 0.5);
  const spread = (quantile(seconds, 0.75) - quantile(seconds, 0.25)) / median;
  const facts = { samples, steps: seconds.length, seconds: median, spread };
  const line = fixed === 'fitted' ? fitLine(groups.filter(isEnough)) : null;
  if (line !== null) return { ...facts, ...line };
  const known = typeof fixed === 'number' && fixed < median ? fixed : null;
  return { ...facts, speed: Math.max(samples, 1) / (median - (known ?? 0)), fixedSeconds: known };
}

/** Through the medians of the fewest and the most samples; null if they make no line. */
function fitLine(groups: readonly StepGroup[]): Pick<RankSpeed, 'speed' | 'fixedSeconds'> | null {
  const [fewest, most] = [groups[0], groups.at(-1)];
  if (fewest === undefined || most === undefined || most.samples < MIN_RATIO * fewest.samples) return null;
  const [less, more] = [quantile(fewest.seconds, 0.5), quantile(most.seconds, 0.5)];
  const perSample = (more - less) / (most.samples - fewest.samples);
  if (perSample <= 0) return null;
  const fixed = less - fewest.samples * perSample;
  return fixed < 0
    ? { speed: most.samples / more, fixedSeconds: 0 }
    : { speed: 1 / perSample, fixedSeconds: fixed };
}

export function quantile(ascending: ArrayLike<number>, share: number): number {
  const at = (ascending.length - 1) * share;
  const [low, high] = [ascending[Math.floor(at)] ?? Number.NaN, ascending[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at - Math.floor(at));
}
