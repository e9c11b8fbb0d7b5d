import { type Fraction, fractionOf } from '../values/decimal.ts';
import { giveFirst } from './divide-batch.ts';

/**
 * What works on samples at a pace of its own: a GPU with the ranks on it, or all GPUs of a rank. `n` units take it
 * `fixed + n · multipleOf / speed`; figures count as the decimals that are printed. One element of each array for each engine.
 */
export interface Engines {
  readonly speed: Float64Array;
  readonly fixed: Float64Array;
  /** The least units that it takes: one for each rank. */
  readonly least: Float64Array;
  /** The most units that it can take, `least` or more; Infinity if nothing limits it. */
  readonly most: Float64Array;
}

/** What an engine could do within its fixed cost, in samples: where it is more than this, its speed says nothing. */
export const MAX_FIXED_SAMPLES = 1e16;

/** Whether an engine's figures are too extreme to divide by them. */
export function isTooExtreme({ speed, fixed }: Pick<Engines, 'speed' | 'fixed'>, engine: number): boolean {
  const [fast, waiting] = [speed[engine] ?? 0, fixed[engine] ?? 0];
  // Figures beyond these are no speeds; within them no time leaves the range of numbers.
  return fast < 1e-90 || fast > 1e90 || fast * waiting > MAX_FIXED_SAMPLES;
}

/**
 * Divides `units` among the engines so that the slowest is as fast as whole units allow: each gets `least`, and of all
 * further units those are taken that are finished first. So the second slowest is as fast as can be as well, then the
 * third …; of units that are finished at the same moment those of the faster engines are taken, then those of the first. The sum of `least` must not be more than
 * `units`, nor that of `most` less.
 *
 * The moment up to which units are taken is searched among floating-point numbers, with exact counts, until two
 * neighbours enclose it; what is finished between them is sorted exactly. So it takes n log n, whatever the batch.
 */
export function divideOptimally(units: number, multipleOf: number, engines: Engines): Float64Array {
  const kinds = groupEngines(engines, multipleOf, units);
  const between = encloseMoment(kinds, units);
  let left = units;
  const shares = new Float64Array(engines.speed.length);
  kinds.ofEngine.forEach((kind, engine) => {
    const taken = between.before[kind] ?? 0;
    shares[engine] = taken;
    left -= taken;
  });
  if (left > 0) takeFirst(left, listUnits(kinds, between), kinds, shares);
  return shares;
}

/** Engines that are alike take alike. Arrays by kind: a million objects would take longer than all the rest. */
interface Kinds extends Engines {
  readonly multipleOf: number;
  /** How many engines are of the kind. */
  readonly size: Float64Array;
  readonly ofEngine: Uint32Array;
}

function groupEngines(engines: Engines, multipleOf: number, units: number): Kinds {
  const { speed, fixed, least, most } = engines;
  const known = new Map<string, number>();
  const ofEngine = Uint32Array.from(speed, (pace, i) => {
    const key = `${pace} ${fixed[i]} ${least[i]} ${most[i]}`;
    const kind = known.get(key) ?? known.size;
    known.set(key, kind);
    return kind;
  });
  const column = () => new Float64Array(known.size);
  const kinds = { speed: column(), fixed: column(), least: column(), most: column(), size: column() };
  ofEngine.forEach((kind, engine) => {
    kinds.speed[kind] = speed[engine] ?? Number.NaN;
    kinds.fixed[kind] = fixed[engine] ?? 0;
    kinds.least[kind] = least[engine] ?? 1;
    kinds.most[kind] = Math.min(most[engine] ?? 0, units);
    kinds.size[kind] = (kinds.size[kind] ?? 0) + 1;
  });
  return { ...kinds, multipleOf, ofEngine };
}

/**
 * By kind, the units that one engine has finished at two moments, which are neighbouring floating-point numbers: at the first
 * less than `units` are finished in all, at the second enough.
 */
function encloseMoment(kinds: Kinds, units: number) {
  let [before, after] = [kinds.least, kinds.most];
  for (let [low, high] = [0n, bitsOf(Number.MAX_VALUE)]; high - low > 1n; ) {
    const middle = (low + high) >> 1n;
    const time = numberOf(middle);
    const now = kinds.speed.map((_, kind) => countUnits(kinds, kind, time));
    const finished = now.reduce((sum, count, kind) => sum + count * (kinds.size[kind] ?? 0), 0);
    if (finished >= units) [high, after] = [middle, now];
    else [low, before] = [middle, now];
  }
  return { before, after };
}

/** Positive numbers are ordered as their bits are: halving those takes 64 steps, whatever the numbers. */
const number = new Float64Array(1);
const bits = new BigUint64Array(number.buffer);

function bitsOf(value: number): bigint {
  number[0] = value;
  return bits[0] ?? 0n;
}

function numberOf(pattern: bigint): number {
  bits[0] = pattern;
  return number[0] ?? 0;
}

/** Units that an engine has finished at `time`, within its limits. Exact: where rounding might decide, whole numbers do. */
function countUnits(kinds: Kinds, kind: number, time: number): number {
  const speed = kinds.speed[kind] ?? Number.NaN;
  const fixed = kinds.fixed[kind] ?? 0;
  const least = kinds.least[kind] ?? 1;
  const most = kinds.most[kind] ?? 0;
  const estimate = ((time - fixed) * speed) / kinds.multipleOf;
  const error = Math.abs(estimate) * 2 ** -50 + ((fixed * speed) / kinds.multipleOf) * 2 ** -52;
  if (estimate + error < least + 1) return least;
  if (estimate - error >= most) return most;
  const isSure = Math.abs(estimate - Math.round(estimate)) > error;
  const count = isSure ? Math.floor(estimate) : countExactly(speed, fixed, kinds.multipleOf, time);
  return Math.min(Math.max(count, least), most);
}

function countExactly(speed: number, fixed: number, multipleOf: number, time: number): number {
  const [t, a, s] = [exactFraction(time), fractionOf(fixed), fractionOf(speed)];
  const working = t.numerator * a.denominator - a.numerator * t.denominator;
  if (working <= 0n) return 0;
  return Number(
    (working * s.numerator) / (t.denominator * a.denominator * s.denominator * BigInt(multipleOf)),
  );
}

/** The number itself, and not the decimal that it prints as. */
function exactFraction(value: number): Fraction {
  const pattern = bitsOf(value);
  const power = Number(pattern >> 52n);
  const digits = (pattern & (2n ** 52n - 1n)) + (power === 0 ? 0n : 2n ** 52n);
  const exponent = Math.max(power, 1) - 1075;
  return exponent < 0
    ? { numerator: digits, denominator: 2n ** BigInt(-exponent) }
    : { numerator: digits * 2n ** BigInt(exponent), denominator: 1n };
}

/** The next unit of all engines of a kind, and when it is finished. */
interface Unit {
  readonly time: Fraction;
  readonly kind: number;
}

function listUnits(kinds: Kinds, { before, after }: ReturnType<typeof encloseMoment>): Unit[] {
  const units: Unit[] = [];
  for (let kind = 0; kind < before.length; kind++) {
    const last = after[kind] ?? 0;
    for (let unit = (before[kind] ?? 0) + 1; unit <= last; unit++)
      units.push({ time: timeOf(kinds, kind, unit), kind });
  }
  return units;
}

function timeOf({ fixed, speed, multipleOf }: Kinds, kind: number, unit: number): Fraction {
  const [a, s] = [fractionOf(fixed[kind] ?? 0), fractionOf(speed[kind] ?? Number.NaN)];
  const working = BigInt(unit) * BigInt(multipleOf) * s.denominator;
  return {
    numerator: a.numerator * s.numerator + working * a.denominator,
    denominator: a.denominator * s.numerator,
  };
}

function compareTimes({ time: a }: Unit, { time: b }: Unit): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * Takes the `left` units that are finished first. Of those that are finished together, the slower engines do without:
 * where they end instead is further from the slowest of all.
 */
function takeFirst(left: number, units: Unit[], kinds: Kinds, shares: Float64Array): void {
  const speedOf = ({ kind }: Unit) => kinds.speed[kind] ?? 0;
  const compareUnits = (a: Unit, b: Unit) => compareTimes(a, b) || speedOf(b) - speedOf(a);
  const members = new Map(units.map(({ kind }): [number, number[]] => [kind, []]));
  kinds.ofEngine.forEach((kind, engine) => {
    members.get(kind)?.push(engine);
  });
  giveFirst(left, units.sort(compareUnits), compareUnits, ({ kind }) => members.get(kind) ?? [], shares);
}
