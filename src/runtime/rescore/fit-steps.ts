import type { StepRecord } from './read-steps.ts';

/** How fast a rank was: `fixedSeconds` of each step, then `speed` samples a second. */
export interface RankSpeed {
  readonly speed: number;
  /** Null where nobody knows it: then it is a part of what each sample takes. */
  readonly fixedSeconds: number | null;
  /** Of the steps that had the usual number of samples: how many they are, their median, and how far its quartiles are apart. */
  readonly samples: number;
  readonly steps: number;
  readonly seconds: number;
  readonly spread: number;
}

/** With fewer steps nothing is said of a rank: the first ones of a training are slow. */
export const MIN_STEPS = 10;

/** Two numbers of samples that are nearer than that tell the noise, and not the fixed cost. */
const MIN_RATIO = 1.25;

/**
 * The speed of a rank by its records; null where they are too few. Of the time of a step goes off what it costs however few
 * the samples: `fixed`, or what the records themselves tell of that.
 */
export function fitSteps(records: readonly StepRecord[], fixed: number | null | 'told'): RankSpeed | null {
  const groups = groupBySamples(records).filter(({ seconds }) => seconds.length >= MIN_STEPS);
  const usual = groups.toSorted((a, b) => b.seconds.length - a.seconds.length || b.samples - a.samples)[0];
  if (usual === undefined) return null;
  const { samples, seconds } = usual;
  const median = quantile(seconds, 0.5);
  const spread = (quantile(seconds, 0.75) - quantile(seconds, 0.25)) / median;
  const facts = { samples, steps: seconds.length, seconds: median, spread };
  const line = fixed === 'told' ? fitLine(groups) : null;
  if (line !== null) return { ...facts, ...line };
  const known = typeof fixed === 'number' && fixed < median ? fixed : null;
  return { ...facts, speed: Math.max(samples, 1) / (median - (known ?? 0)), fixedSeconds: known };
}

interface Group {
  readonly samples: number;
  /** Ascending. */
  readonly seconds: readonly number[];
}

function groupBySamples(records: readonly StepRecord[]): readonly Group[] {
  const groups = new Map<number, number[]>();
  for (const { samples, seconds } of records) {
    const group = groups.get(samples);
    if (group === undefined) groups.set(samples, [seconds]);
    else group.push(seconds);
  }
  return [...groups]
    .map(([samples, seconds]) => ({ samples, seconds: seconds.sort((a, b) => a - b) }))
    .sort((a, b) => a.samples - b.samples);
}

/** Through the medians of the fewest and the most samples; null where they do not tell a line. */
function fitLine(groups: readonly Group[]): Pick<RankSpeed, 'speed' | 'fixedSeconds'> | null {
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

export function quantile(ascending: readonly number[], share: number): number {
  const at = (ascending.length - 1) * share;
  const [low, high] = [ascending[Math.floor(at)] ?? Number.NaN, ascending[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at - Math.floor(at));
}
