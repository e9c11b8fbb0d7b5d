import { add, compare, type Fraction, multiply } from './fractions.ts';

/** An engine as `divideOptimally` has them, in exact fractions. */
export interface NaiveEngine {
  readonly speed: Fraction;
  readonly fixed: Fraction;
  readonly least: number;
  readonly most: number;
}

export const timeOf = ({ speed, fixed }: NaiveEngine, units: number, multipleOf: number): Fraction =>
  add(
    fixed,
    multiply(
      { numerator: BigInt(units * multipleOf), denominator: 1n },
      { numerator: speed.denominator, denominator: speed.numerator },
    ),
  );

/** The definition, unit by unit: each goes to the engine that has it finished first, ties to the faster, then to the first. */
export function divideNaively(units: number, multipleOf: number, engines: readonly NaiveEngine[]): number[] {
  const shares = engines.map(({ least }) => least);
  for (let left = units - shares.reduce((sum, share) => sum + share, 0); left > 0; left--) {
    let best = -1;
    let soonest: Fraction | null = null;
    engines.forEach((engine, i) => {
      const share = shares[i] ?? 0;
      if (share >= engine.most) return;
      const time = timeOf(engine, share + 1, multipleOf);
      const order = soonest === null ? -1 : compare(time, soonest);
      if (order < 0 || (order === 0 && compare(engine.speed, (engines[best] as NaiveEngine).speed) > 0))
        [best, soonest] = [i, time];
    });
    shares[best] = (shares[best] ?? 0) + 1;
  }
  return shares;
}

/** The times of a division, slowest first. */
export const slowestFirst = (
  shares: readonly number[],
  multipleOf: number,
  engines: readonly NaiveEngine[],
): readonly Fraction[] =>
  shares
    .map((share, i) => timeOf(engines[i] as NaiveEngine, share, multipleOf))
    .sort((a, b) => compare(b, a));

export function compareLists(a: readonly Fraction[], b: readonly Fraction[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = compare(a[i] as Fraction, b[i] as Fraction);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The best of all divisions there are, by their times from the slowest on. */
export function tryAll(
  units: number,
  multipleOf: number,
  engines: readonly NaiveEngine[],
): readonly Fraction[] | null {
  let best: readonly Fraction[] | null = null;
  const shares: number[] = [];
  const visit = (left: number): void => {
    const engine = engines[shares.length];
    if (engine === undefined) {
      if (left > 0) return;
      const times = slowestFirst(shares, multipleOf, engines);
      if (best === null || compareLists(times, best) < 0) best = times;
      return;
    }
    for (let share = engine.least; share <= Math.min(engine.most, left); share++) {
      shares.push(share);
      visit(left - share);
      shares.pop();
    }
  };
  visit(units);
  return best;
}
