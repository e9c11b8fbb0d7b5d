import type { StepRecords } from '../src/runtime/rescore/read-steps.ts';
import { createDice } from './mutate-document.ts';

/** What a run is like; times are in seconds, noise is a part of the time of a step. */
export interface Training {
  readonly speeds: readonly number[];
  readonly shares: readonly number[];
  readonly steps: number;
  /** Of each rank's own times. */
  readonly noise: number;
  /** What all ranks have in common: the first tenth of the steps is slow, or the machine gets warm. */
  readonly common?: 'warm-up' | 'drift';
  /** Whole steps are timed: each rank waits for the slowest, and ends it that much sooner or later. */
  readonly jitter?: number;
  readonly seed: number;
}

/** Normal numbers by a seed (Box and Muller). */
function createNormal(seed: number): () => number {
  const dice = createDice(seed * 0x9e3779b9);
  const uniform = () => dice(2 ** 32) / 2 ** 32;
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** What the ranks report, by rank. */
export function simulateSteps(training: Training): readonly StepRecords[] {
  const { speeds, shares, steps, noise, common, jitter } = training;
  const normal = createNormal(training.seed);
  const seconds: number[][] = speeds.map(() => []);
  let before = speeds.map(() => 0);
  for (let step = 0; step < steps; step++) {
    const slow = common === 'warm-up' && step < steps / 10 ? 3 : 1;
    const warm = common === 'drift' ? 1 + (0.05 * step) / steps : 1;
    const own = speeds.map(
      (speed, rank) => ((shares[rank] ?? 0) / speed) * slow * warm * (1 + noise * normal()),
    );
    const whole = Math.max(...own);
    // Who ends a step late begins the next one late: over all steps every rank takes as long.
    const late = speeds.map(() => (jitter ?? 0) * whole * normal());
    for (const [rank, list] of seconds.entries())
      list.push(jitter === undefined ? (own[rank] ?? 0) : whole + (late[rank] ?? 0) - (before[rank] ?? 0));
    before = late;
  }
  return seconds.map((list, rank) => ({
    steps: list.map((_, step) => step),
    seconds: list.map((one) => Math.max(one, 1e-9)),
    samples: list.map(() => shares[rank] ?? 0),
  }));
}
