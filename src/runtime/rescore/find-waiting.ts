import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import { groupSteps, quantile, usualOf } from './fit-steps.ts';
import type { StepRecords } from './read-steps.ts';
import { createSlotFinder, knownFixed, type RecordedRun } from './slot-speeds.ts';

/** If all ranks wait for the slowest, median times differ at most by this part; with short steps by the larger one. */
const ALIKE = 0.01;
const NEARLY_ALIKE = 0.05;

/** If less than this part of the expected differences remains, waiting is a likelier reason than wrong scores. */
const FLATTENED = 1 / 20;

/** Expected times must differ at least by this part: otherwise equal times contradict nothing. */
const EXPECTED_APART = 0.1;

/** How many of the last common steps of all ranks are compared; with fewer than the minimum no answer is given. */
const MAX_COMMON = 200;
const MIN_COMMON = 20;

/** Ranks that do not wait have a correlation of 0 ± 1.2 / √steps. */
const TOGETHER = 0.5;
const TOGETHER_ERRORS = 4;

export interface Waiting {
  /**
   * `contradicts`: all took equally long, where scores and shares say that they do not. `together`: times that nothing
   * contradicts, but from step to step they change alike.
   */
  readonly kind: 'contradicts' | 'together';
  readonly fastest: number;
  readonly slowest: number;
  /** How many times as long the slowest should have taken. */
  readonly expected: number;
}

/**
 * Whether the ranks of a run seem to have timed whole steps, in which the fast wait for the slow: then all took as long as the
 * slowest. By such times every division of the work looks like the right one.
 */
export function findWaiting({ plan, records }: RecordedRun): Waiting | null {
  const expect = createExpectation(plan);
  const ranks = plan.ranks.flatMap((rank) => {
    const own = records.get(rank.rank);
    const usual = own === undefined ? null : usualOf(groupSteps([own]));
    if (own === undefined || usual === null) return [];
    return [{ own, seconds: quantile(usual.seconds, 0.5), expected: expect(rank, usual.samples) }];
  });
  if (ranks.length < 2) return null;
  const times = ranks.map(({ seconds }) => seconds);
  const [fastest, slowest] = [minimum(times), maximum(times)];
  const apart = slowest / fastest - 1;
  if (apart > NEARLY_ALIKE) return null;
  const foreseen = ranks.map((rank) => rank.expected);
  const expected = foreseen.every((one) => one !== null) ? maximum(foreseen) / minimum(foreseen) : 1;
  const isTogether = goTogether(ranks.map(({ own }) => own));
  const isFlat = apart <= Math.max(ALIKE, FLATTENED * (expected - 1));
  if (expected >= 1 + EXPECTED_APART && (isFlat || isTogether))
    return { kind: 'contradicts', fastest, slowest, expected };
  return isTogether ? { kind: 'together', fastest, slowest, expected } : null;
}

const minimum = (numbers: readonly number[]) =>
  numbers.reduce((least, one) => Math.min(least, one), Infinity);
const maximum = (numbers: readonly number[]) => numbers.reduce((most, one) => Math.max(most, one), 0);

/** How long a step of a rank takes by the plan's scores, in a unit of their own; null if it has none. */
function createExpectation(plan: LaunchPlan): (rank: PlanRank, samples: number) => number | null {
  const slotsOf = createSlotFinder(plan);
  const sharers = new Map<object, number>();
  for (const rank of plan.ranks)
    if (rank.gpu !== null) for (const slot of slotsOf(rank)) sharers.set(slot, (sharers.get(slot) ?? 0) + 1);
  return (rank, samples) => {
    if (plan.mapping.by === 'memory') return null;
    const slots = slotsOf(rank);
    const scores = slots.map((slot) => ('pace' in slot ? (slot.pace ?? slot.score) : slot.score));
    if (scores.length === 0 || scores.some((score) => score === null || score <= 0)) return null;
    const speed = slots.reduce((sum, slot, i) => sum + (scores[i] ?? 0) / (sharers.get(slot) ?? 1), 0);
    return (knownFixed(slots) ?? 0) + Math.max(samples, 1) / speed;
  };
}

/**
 * Whether the times of all ranks rise and fall together. It compares changes from step to step, so slow first steps and
 * a machine that gets warm do not count; and it uses their order, so one very long step does not decide.
 */
function goTogether(ranks: readonly StepRecords[]): boolean {
  const common = alignSteps(ranks);
  const steps = common[0]?.length ?? 0;
  if (steps < MIN_COMMON) return false;
  const sums = new Float64Array(steps - 1);
  for (const seconds of common)
    for (const [index, place] of standardOrder(seconds).entries()) sums[index] = (sums[index] ?? 0) + place;
  // The variance of the sum is the number of ranks if they are independent, and its square if all are alike.
  const variance = sums.reduce((sum, one) => sum + one * one, 0) / sums.length;
  const correlation = (variance / common.length - 1) / (common.length - 1);
  return correlation >= Math.max(TOGETHER, TOGETHER_ERRORS / Math.sqrt(steps));
}

/** For each rank the seconds of the last steps that all of them have. */
function alignSteps(ranks: readonly StepRecords[]): readonly (readonly number[])[] {
  const last = minimum(ranks.map(({ steps }) => maximum(steps)));
  const tables = ranks.map(({ steps, seconds }) => {
    const table = new Map<number, number>();
    for (const [index, step] of steps.entries())
      if (step <= last && step > last - MAX_COMMON) table.set(step, seconds[index] ?? Number.NaN);
    return table;
  });
  const common = [...(tables[0]?.keys() ?? [])]
    .filter((step) => tables.every((table) => table.has(step)))
    .sort((a, b) => a - b);
  return tables.map((table) => common.map((step) => table.get(step) ?? Number.NaN));
}

/** The places of the changes from step to step in their order, with mean 0 and variance 1; all 0 if nothing changes. */
function standardOrder(seconds: readonly number[]): Float64Array {
  const changes = Float64Array.from(seconds.slice(1), (one, index) => one - (seconds[index] ?? 0));
  const sorted = changes.toSorted();
  const places = changes.map((one) => placeOf(one, sorted) - (sorted.length - 1) / 2);
  const deviation = Math.sqrt(places.reduce((sum, place) => sum + place * place, 0) / places.length);
  return deviation === 0 ? places : places.map((place) => place / deviation);
}

/** Equal ones share the middle of their places. */
const placeOf = (one: number, sorted: Float64Array): number =>
  (sorted.indexOf(one) + sorted.lastIndexOf(one)) / 2;
