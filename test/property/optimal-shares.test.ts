import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  divideOptimally,
  type Engines,
  MAX_FIXED_SAMPLES,
} from '../../src/compiler/sharing/divide-optimally.ts';
import { add, compare, type Fraction, multiply } from '../fractions.ts';
import {
  compareLists,
  divideNaively,
  type NaiveEngine,
  slowestFirst,
  timeOf,
  tryAll,
} from '../naive-optimum.ts';
import { fractionOf } from '../naive-shares.ts';
import { runs } from '../stage.ts';

/** Decimals as people write them; small ones meet in many ties. */
const decimal = fc.oneof(
  fc.integer({ min: 1, max: 6 }),
  fc.integer({ min: 1, max: 99_999 }).map((n) => n / 1000),
  fc
    .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: -30, max: 30 }))
    .map(([digits, power]) => Number(`${digits}e${power}`)),
);
const fixedCost = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 4 }),
  fc.integer({ min: 0, max: 5000 }).map((n) => n / 1000),
);

interface Problem {
  readonly engines: readonly {
    readonly speed: number;
    readonly fixed: number;
    readonly least: number;
    readonly most: number;
  }[];
  readonly multipleOf: number;
  readonly units: number;
}

/** `extra` is what there is beside the least units; limits always leave room for all. */
const problemOf = (engines: number, extra: fc.Arbitrary<number>): fc.Arbitrary<Problem> =>
  fc
    .record({
      engines: fc.array(
        fc.record({
          speed: decimal,
          fixed: fixedCost,
          least: fc.integer({ min: 1, max: 2 }),
          more: fc.option(fc.nat(4)),
        }),
        { minLength: 1, maxLength: engines },
      ),
      multipleOf: fc.integer({ min: 1, max: 8 }),
      extra,
    })
    .map((given) => {
      const limited = given.engines.map(({ speed, fixed, least, more }) => ({
        ...{ speed, least },
        // Beyond that a speed says nothing, and is refused before it comes here.
        fixed: fixed * speed > MAX_FIXED_SAMPLES ? 0 : fixed,
        most: more === null ? Number.POSITIVE_INFINITY : least + more,
      }));
      const [sum, room] = limited.reduce(([a, b], { least, most }) => [a + least, b + most], [0, 0]);
      const units = Math.min(sum + given.extra, room);
      return { engines: limited, multipleOf: given.multipleOf, units };
    });

const columnsOf = ({ engines }: Problem): Engines => ({
  speed: Float64Array.from(engines, ({ speed }) => speed),
  fixed: Float64Array.from(engines, ({ fixed }) => fixed),
  least: Float64Array.from(engines, ({ least }) => least),
  most: Float64Array.from(engines, ({ most }) => most),
});

const exactly = ({ engines }: Problem): readonly NaiveEngine[] =>
  engines.map(({ speed, fixed, least, most }) => ({
    ...{ least, most },
    speed: fractionOf(String(speed)),
    fixed: fractionOf(String(fixed)),
  }));

const divide = (problem: Problem): number[] => [
  ...divideOptimally(problem.units, problem.multipleOf, columnsOf(problem)),
];

describe('optimal shares', () => {
  test('are the best of all divisions, from the slowest engine to the fastest', () => {
    fc.assert(
      fc.property(problemOf(4, fc.nat(7)), (problem) => {
        const engines = exactly(problem);
        const shares = divide(problem);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(problem.units);
        const best = tryAll(problem.units, problem.multipleOf, engines);
        expect(compareLists(slowestFirst(shares, problem.multipleOf, engines), best ?? [])).toBe(0);
      }),
      { numRuns: runs(20_000) },
    );
  });

  test('are those that the simplest way gives, also among equals', () => {
    fc.assert(
      fc.property(problemOf(12, fc.nat(60)), (problem) => {
        expect(divide(problem)).toEqual(divideNaively(problem.units, problem.multipleOf, exactly(problem)));
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('of a batch of any size are within one unit of what no division is below', () => {
    fc.assert(
      fc.property(problemOf(8, fc.oneof(fc.nat(1000), fc.nat(2 ** 50))), (problem) => {
        const engines = exactly(problem);
        const shares = divide(problem);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(problem.units);
        expectNoBetter(problem, engines, shares);
        expectNearBound(problem, engines, shares);
      }),
      { numRuns: runs(10_000) },
    );
  });
});

/** A unit less for the slowest would be finished no sooner by any other: that is a proof, whatever the size. */
function expectNoBetter({ multipleOf }: Problem, engines: readonly NaiveEngine[], shares: number[]): void {
  const after = (i: number, share: number) => timeOf(engines[i] as NaiveEngine, share, multipleOf);
  const movable = shares.flatMap((share, i) => (share > (engines[i]?.least ?? 0) ? [after(i, share)] : []));
  const next = shares.flatMap((share, i) => (share < (engines[i]?.most ?? 0) ? [after(i, share + 1)] : []));
  for (const time of movable) for (const other of next) expect(compare(time, other)).toBeLessThanOrEqual(0);
}

/**
 * No division, not even of parts of units, is faster by a unit of its slowest engine: what fits into the time that is
 * shorter by one unit of each engine is not the batch. An engine that has its least sets a time that none is below.
 */
function expectNearBound(
  { multipleOf, units }: Problem,
  engines: readonly NaiveEngine[],
  shares: number[],
): void {
  const one = { numerator: BigInt(multipleOf), denominator: 1n };
  const [slowest] = slowestFirst(shares, multipleOf, engines);
  const isFree = (i: number) =>
    (shares[i] ?? 0) > (engines[i]?.least ?? 0) &&
    compare(timeOf(engines[i] as NaiveEngine, shares[i] ?? 0, multipleOf), slowest as Fraction) === 0;
  if (!shares.some((_, i) => isFree(i))) return;
  const fitting = engines.reduce(
    (sum, { speed, fixed, least, most }): Fraction => {
      const unit = multiply(one, { numerator: speed.denominator, denominator: speed.numerator });
      const time = add(slowest as Fraction, { numerator: -unit.numerator, denominator: unit.denominator });
      const working = add(time, { numerator: -fixed.numerator, denominator: fixed.denominator });
      const continuous = multiply(working, { numerator: unit.denominator, denominator: unit.numerator });
      const low = { numerator: BigInt(least), denominator: 1n };
      if (compare(continuous, low) < 0) return add(sum, low);
      const high = { numerator: BigInt(Number.isFinite(most) ? most : 2 ** 52), denominator: 1n };
      return add(sum, compare(continuous, high) > 0 ? high : continuous);
    },
    { numerator: 0n, denominator: 1n },
  );
  expect(compare(fitting, { numerator: BigInt(units), denominator: 1n })).toBeLessThanOrEqual(0);
}

describe('the references themselves', () => {
  const engine = (speed: string, fixed = '0', most = Number.POSITIVE_INFINITY): NaiveEngine => ({
    ...{ speed: fractionOf(speed), fixed: fractionOf(fixed), least: 1, most },
  });
  test.each([
    [10, [engine('2'), engine('1'), engine('1')], [6, 2, 2]],
    [10, [engine('3'), engine('1')], [8, 2]],
    [10, [engine('3', '2'), engine('1')], [6, 4]],
    [10, [engine('3', '0', 5), engine('1')], [5, 5]],
    [4, [engine('1000'), engine('1'), engine('1e-3')], [2, 1, 1]],
  ])('%s units', (units, engines, expected) => {
    expect(divideNaively(units, 1, engines)).toEqual(expected);
    expect(tryAll(units, 1, engines)).toEqual(slowestFirst(expected, 1, engines));
  });
});
