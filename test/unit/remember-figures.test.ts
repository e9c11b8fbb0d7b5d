import { describe, expect, test } from 'vitest';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { findShift } from '../../src/compiler/mapping/normalize-scores.ts';
import type { InventoryDocument } from '../../src/generated/inventory.ts';
import { rememberFigures, reportSlower, withUsual } from '../../src/runtime/score/remember-figures.ts';

const METHOD = 'gemm/1';
const figure = (value: number, usual?: number) =>
  usual === undefined ? { value, method: METHOD } : { value, usual, method: METHOD };

/** A machine whose cards have these figures of bf16. */
function machine(values: readonly number[], method = METHOD, firstUuid = 0): InventoryDocument {
  const gpus = values.map((value, index) => ({
    index,
    uuid: `GPU-${index + firstUuid}`,
    scores: { bf16: { value, method } },
  }));
  return { formatVersion: '1.0', gpus };
}

describe('what a card usually has', () => {
  test.each([
    ['is nothing but the figure at first', figure(100), undefined, figure(100)],
    ['is the first figure, while new ones are near it', figure(103), figure(100), figure(103, 100)],
    ['outlives the figures between', figure(96), figure(104, 100), figure(96, 100)],
    ['is the last figure where the usual was the odd one', figure(94), figure(98, 100), figure(94, 98)],
    ['is the new figure where both are far', figure(90), figure(99, 100), figure(90)],
    ['is reached from above, too', figure(111), figure(101, 100), figure(111)],
    ['is forgotten with the method', figure(101), { value: 100, method: 'gemm/2' }, figure(101)],
    ['is not said twice', figure(100), figure(104, 100), figure(100)],
  ])('%s', (_, now, before, expected) => {
    expect(withUsual(now, before)).toEqual(expected);
  });

  test('goes with the card, not with its place', () => {
    const before = machine([100, 102]);
    const swapped = machine([101, 101]).gpus.map((gpu, i) => ({ ...gpu, uuid: `GPU-${1 - i}` }));
    const { gpus } = rememberFigures({ formatVersion: '1.0', gpus: swapped }, before);
    expect(gpus.map(({ scores }) => scores?.['bf16']?.usual)).toEqual([102, 100]);
    const others = machine([101, 101], METHOD, 7);
    expect(rememberFigures(others, before)).toEqual(others);
  });
});

describe('probe says what is slower than usual', () => {
  const say = (now: InventoryDocument, before: InventoryDocument) => {
    const report = createReporter();
    reportSlower(now, before, report);
    const found = report.diagnostics();
    expect(found.every(({ code }) => code === 'RP5227')).toBe(true);
    return found.map(({ message }) => message);
  };
  const usual = machine([100, 101, 99, 100]);

  test('of a whole machine, though each card is near enough to count as before', () => {
    expect(say(machine([96, 97, 95, 96.2]), usual)).toEqual([
      'bf16: most of its 4 GPUs are 4.0 % slower than usual',
    ]);
  });

  test('of one card, and of one beyond what all have lost', () => {
    expect(say(machine([100, 101, 89.1, 100]), usual)).toEqual([
      'GPU 2: bf16 is 89.1, 10.0 % less than usual (99)',
    ]);
    expect(say(machine([94, 95, 83, 94]), usual)).toEqual([
      'GPU 2: bf16 is 83, 16.2 % less than usual (99)',
      'bf16: most of its 4 GPUs are 6.0 % slower than usual',
    ]);
  });

  test('and not of noise, of faster cards, of other methods and of figures in doubt', () => {
    expect(say(machine([98, 102, 98, 101]), usual)).toEqual([]);
    expect(say(machine([106, 107, 108, 106]), usual)).toEqual([]);
    expect(say(machine([90, 90, 90, 90], 'gemm/2'), usual)).toEqual([]);
    const busy = machine([90, 90, 90, 90]).gpus.map((gpu) => ({
      ...gpu,
      scores: { bf16: { value: 90, method: METHOD, quality: 'busy' as const } },
    }));
    expect(say({ formatVersion: '1.0', gpus: busy }, usual)).toEqual([]);
  });
});

test.each([
  [[0.96], null],
  [[0.96, 0.955], -0.04],
  [[0.96, 1], null],
  [[0.96, 0.96, 1, 1], null],
  [[0.7, 0.99, 1, 1], null],
  [[1.05, 1.04, 1.04, 0.9], 0.04],
  [[0.975, 0.975, 0.975], null],
])('the shift of %j is %j', (ratios, expected) => {
  const shift = findShift(ratios);
  if (expected === null) expect(shift).toBe(null);
  else expect(shift).toBeCloseTo(expected, 9);
});
