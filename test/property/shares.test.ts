import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planOf } from '../compile-text.ts';
import { expectInvariants } from '../invariants.ts';
import { type Fraction, fractionOf, shareNaively } from '../naive-shares.ts';
import { runs } from '../stage.ts';

/** Decimals as people write them; at most 15 digits, which a number holds exactly. */
const decimal = fc.oneof(
  fc.integer({ min: 1, max: 6 }).map(String),
  fc
    .tuple(fc.nat(999), fc.integer({ min: 1, max: 999 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(3, '0')}`),
  fc
    .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: -30, max: 30 }))
    .map(([digits, power]) => `${digits}e${power}`),
);

interface Problem {
  readonly scores: readonly string[];
  readonly ranksPerGpu: number;
  readonly worldSize: number;
  readonly multipleOf: number;
  readonly units: number;
}

const problem: fc.Arbitrary<Problem> = fc
  .record({
    scores: fc.array(decimal, { minLength: 1, maxLength: 12 }),
    ranksPerGpu: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ scores, ranksPerGpu }) =>
    fc
      .record({
        worldSize: fc.integer({ min: 1, max: scores.length * ranksPerGpu }),
        multipleOf: fc.integer({ min: 1, max: 8 }),
      })
      .chain((more) =>
        fc
          .oneof(fc.nat(5), fc.nat(1000), fc.nat(2 ** 40))
          .map((extra) => ({ scores, ranksPerGpu, ...more, units: more.worldSize + extra })),
      ),
  );

function textOf({ scores, ranksPerGpu, worldSize, multipleOf, units }: Problem, shares: string): string {
  const gpus = scores.map((score, index) => `{index: ${index}, score: ${score}}`).join(', ');
  return `version: 1
name: x
nodes: [{hosts: n1, gpus: [${gpus}]}]
mapping: {worldSize: ${worldSize}, ranksPerGpu: ${ranksPerGpu}}
workload: {globalBatch: ${units * multipleOf}, multipleOf: ${multipleOf}, shares: ${shares}}
launch: {visibility: isolated}
`;
}

/** The weight of each rank: its GPU's score divided by the ranks that really are on it. */
function weightsOf({ scores, ranksPerGpu, worldSize }: Problem): readonly Fraction[] {
  return scores.flatMap((score, gpu) => {
    const here = Math.max(0, Math.min(ranksPerGpu, worldSize - gpu * ranksPerGpu));
    const { numerator, denominator } = fractionOf(score);
    return Array<Fraction>(here).fill({ numerator, denominator: denominator * BigInt(here) });
  });
}

describe('shares agree with exact fractions', () => {
  test.each(['proportional', 'equal'])('%s', (shares) => {
    fc.assert(
      fc.property(problem, (given) => {
        const plan = planOf(textOf(given, shares));
        expectInvariants(plan);
        const weights = shares === 'equal' ? Array(given.worldSize).fill(fractionOf('1')) : weightsOf(given);
        const expected = shareNaively(BigInt(given.units), weights).map(
          (share) => share * BigInt(given.multipleOf),
        );
        expect(plan.ranks.map(({ share }) => BigInt(share ?? -1))).toEqual(expected);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('the reference itself', () => {
  test.each([
    [10n, ['1', '1', '1'], [4n, 3n, 3n]],
    [10n, ['2', '1', '1'], [5n, 3n, 2n]],
    [5n, ['1000', '1', '1'], [3n, 1n, 1n]],
    [4n, ['0.1', '0.2', '0.1'], [1n, 2n, 1n]],
    [6n, ['100', '100', '1e-3'], [3n, 2n, 1n]],
    [4n, ['200', '150', '50'], [2n, 1n, 1n]],
  ])('%s units by %j', (units, scores, expected) => {
    expect(shareNaively(units, scores.map(fractionOf))).toEqual(expected);
  });
});

/** Every way to give each rank something and `most` at most. */
function listDivisions(units: number, most: readonly number[]): readonly (readonly number[])[] {
  const [first, ...rest] = most;
  if (first === undefined) return units === 0 ? [[]] : [];
  return Array.from({ length: Math.min(first, units) }, (_, i) => i + 1).flatMap((own) =>
    listDivisions(units - own, rest).map((others) => [own, ...others]),
  );
}

describe('a faster card never has less than a slower one', () => {
  const slowToFast = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 6 });
  const given = slowToFast.chain((scores) =>
    fc.record({ scores: fc.constant(scores), units: fc.integer({ min: scores.length, max: 12 }) }),
  );
  const sharesOf = (scores: readonly number[], units: number, shares: string): readonly number[] =>
    planOf(
      textOf(
        { scores: scores.map(String), ranksPerGpu: 1, worldSize: scores.length, multipleOf: 1, units },
        shares,
      ),
    ).ranks.map(({ share }) => share ?? 0);

  test.each(['proportional', 'optimal'])('under %s', (shares) => {
    fc.assert(
      fc.property(given, ({ scores, units }) => {
        const taken = sharesOf(scores, units, shares);
        scores.forEach((score, a) => {
          scores.forEach((other, b) => {
            // Of equal ones the first has as much or more.
            if (score > other || (score === other && a < b))
              expect(taken[a]).toBeGreaterThanOrEqual(taken[b] ?? 0);
          });
        });
      }),
      { numRuns: runs(2000) },
    );
  });

  test('and of all ways to give each one something, the zeros take from those that have most', () => {
    fc.assert(
      fc.property(given, ({ scores, units }) => {
        const sum = scores.reduce((a, b) => a + b, 0);
        const places = [...scores.keys()].sort(
          (a, b) => ((units * (scores[b] ?? 0)) % sum) - ((units * (scores[a] ?? 0)) % sum) || a - b,
        );
        const remainders = scores.map((score) => Math.floor((units * score) / sum));
        const left = units - remainders.reduce((a, b) => a + b, 0);
        for (const rank of places.slice(0, left)) remainders[rank] = (remainders[rank] ?? 0) + 1;
        // Nobody else gets more, and no more is taken than the zeros need.
        const ways = listDivisions(
          units,
          remainders.map((share) => Math.max(1, share)),
        );
        const sorted = (way: readonly number[]) => way.toSorted((a, b) => b - a);
        const isEvener = (a: readonly number[], b: readonly number[]) => {
          const at = sorted(a).findIndex((share, i) => share !== sorted(b)[i]);
          return at >= 0 && (sorted(a)[at] ?? 0) < (sorted(b)[at] ?? 0);
        };
        const taken = sharesOf(scores, units, 'proportional');
        expect(ways).toContainEqual(taken);
        expect(ways.some((way) => isEvener(way, taken))).toBe(false);
      }),
      { numRuns: runs(500) },
    );
  });
});
