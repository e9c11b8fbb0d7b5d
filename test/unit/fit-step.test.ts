import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillIn, fitStep, listStepRuns, type StepSizes } from '../../src/runtime/score/bench-gpus.ts';

test('the fixed cost and the speed of a step are found again, whatever the start takes', () => {
  const positive = fc.double({ min: 0.001, max: 10, noNaN: true });
  fc.assert(
    fc.property(
      positive,
      positive,
      positive,
      fc.integer({ min: 1, max: 64 }),
      fc.integer({ min: 1, max: 64 }),
      fc.integer({ min: 1, max: 200 }),
      (start, fixed, perSample, fewer, beyond, steps) => {
        const sizes: StepSizes = { samples: [fewer, fewer + beyond], steps };
        const seconds = listStepRuns(sizes).map(
          (run) => start + run.steps * (fixed + run.samples * perSample),
        );
        const fit = fitStep(seconds, sizes);
        expect(fit).toMatchObject({ isBelowNoise: false });
        if (typeof fit === 'string') return;
        expect(fit.samplesPerSecond * perSample).toBeCloseTo(1, 6);
        expect(fit.fixedSeconds).toBeCloseTo(fixed, 6);
      },
    ),
  );
});

const SIZES: StepSizes = { samples: [16, 64], steps: 20 };

test.each([
  ['more samples take no longer', [10, 10, 20], '64 samples take no longer than 16'],
  ['more steps take no longer', [10, 12, 10], '40 steps take no longer than 20'],
])('nothing is fitted where %s', (_, seconds, message) => {
  expect(fitStep(seconds, SIZES)).toContain(message);
});

test('a fixed cost below nothing is none', () => {
  // A step takes 0.5 s; of 48 samples more each takes 0.05 s, so that 16 alone would take 0.8 s.
  expect(fitStep([12, 60, 22], SIZES)).toMatchObject({ fixedSeconds: 0, isBelowNoise: true });
});

test('numbers stand where the command has their marks', () => {
  const command = ['python', 'step.py', '--batch={samples}', '{steps}', '{other}'] as const;
  expect(listStepRuns(SIZES).map((run) => fillIn(command, run).slice(2))).toEqual([
    ['--batch=16', '20', '{other}'],
    ['--batch=64', '20', '{other}'],
    ['--batch=16', '40', '{other}'],
  ]);
});
