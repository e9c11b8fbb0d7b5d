import { describe, expect, it } from 'vitest';
import { findWaiting } from '../../src/runtime/rescore/find-waiting.ts';
import { planOf } from '../compile-text.ts';
import { simulateSteps, type Training } from '../simulate-steps.ts';
import { runs } from '../stage.ts';

const NOISES = [0.005, 0.02, 0.05];

interface Case {
  readonly scores: readonly number[];
  readonly speeds: readonly number[];
  /** Else all ranks have 20 samples. */
  readonly proportional?: boolean;
  readonly common?: 'warm-up' | 'drift';
  readonly jitter?: number;
}

const UNEQUAL = [100, 70, 50, 120];
const EQUAL = [100, 100, 100, 100];
const RIGHT = { scores: UNEQUAL, speeds: UNEQUAL };

const repeat = <T>(list: readonly T[], times: number): readonly T[] => Array(times).fill(list).flat();

/** In percent of runs with that many steps, over all noises and with 4 and 16 ranks: refused, and warned of. */
function findRates({ scores, speeds, proportional, ...rest }: Case, steps: number): readonly number[] {
  const found: (string | null)[] = [];
  const seeds = runs(25, 3);
  for (const times of [1, 4]) {
    const gpus = repeat(scores, times).map((score, index) => ({ index, score }));
    const workload = { globalBatch: 20 * gpus.length, shares: 'equal' };
    const plan = planOf({ nodes: [{ hosts: 'a', gpus }], workload });
    const shares = repeat(speeds, times).map((speed) => (proportional === true ? speed / 5 : 20));
    for (const noise of NOISES)
      for (let seed = 1; seed <= seeds; seed++) {
        const training: Training = { ...rest, speeds: repeat(speeds, times), shares, steps, noise, seed };
        const waiting = findWaiting({ plan, records: new Map(simulateSteps(training).entries()) });
        found.push(waiting?.kind ?? null);
      }
  }
  return ['contradicts', 'together'].map((kind) =>
    Math.round((100 * found.filter((one) => one === kind).length) / found.length),
  );
}

/** False alarms: each rank's own times, whatever the noise. Of 20 steps, and of 100. */
const OWN: readonly (readonly [string, Case])[] = [
  ['equal cards', { scores: EQUAL, speeds: EQUAL }],
  ['equal cards, slow at first', { scores: EQUAL, speeds: EQUAL, common: 'warm-up' }],
  ['equal cards that get warm', { scores: EQUAL, speeds: EQUAL, common: 'drift' }],
  ['right scores, equal shares', RIGHT],
  ['right scores, shares that make times equal', { ...RIGHT, proportional: true }],
  ['scores that are far too different', { scores: [100, 50, 50, 100], speeds: [100, 93, 94, 99] }],
  ['scores that are made up, and equal', { scores: EQUAL, speeds: UNEQUAL }],
];

/** Whole steps: refused and warned of, of 20 and of 100 steps, at the least. What is missing to 100 is missed. */
const WHOLE: readonly (readonly [string, Case, number, number])[] = [
  ['scores differ, jitter 0.1 %', { ...RIGHT, jitter: 0.001 }, 100, 100],
  ['scores differ, jitter 0.5 %', { ...RIGHT, jitter: 0.005 }, 100, 100],
  ['scores differ, jitter 2 %', { ...RIGHT, jitter: 0.02 }, 95, 100],
];

/** Nothing contradicts them: a warning, by how times change from step to step. */
const ALIKE: readonly (readonly [string, Case, number, number])[] = [
  ['equal cards, jitter 0.1 %', { scores: EQUAL, speeds: EQUAL, jitter: 0.001 }, 60, 100],
  ['shares fit, jitter 0.1 %', { ...RIGHT, proportional: true, jitter: 0.001 }, 60, 100],
  ['equal cards, jitter 0.5 %', { scores: EQUAL, speeds: EQUAL, jitter: 0.005 }, 5, 30],
];

describe('ranks that wait for each other', () => {
  it.each(OWN)('are not seen where there are none: %s', (_, training) => {
    expect([findRates(training, 20), findRates(training, 100)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it.each(WHOLE)('are refused where their scores contradict: %s', (_, training, few, many) => {
    expect(findRates(training, 20)[0]).toBeGreaterThanOrEqual(few);
    expect(findRates(training, 100)[0]).toBeGreaterThanOrEqual(many);
  });

  it.each(ALIKE)('are warned of where nothing contradicts: %s', (_, training, few, many) => {
    const rates = [findRates(training, 20), findRates(training, 100)];
    expect(rates.map(([refused]) => refused)).toEqual([0, 0]);
    expect(rates[0]?.[1]).toBeGreaterThanOrEqual(few);
    expect(rates[1]?.[1]).toBeGreaterThanOrEqual(many);
    if (process.env['SHOW']) console.log(rates);
  });
});
