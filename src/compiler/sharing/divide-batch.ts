import { remember } from '../source/remember.ts';
import { toDecimal } from '../values/decimal.ts';
import { groupBy } from '../values/lists.ts';

/**
 * Divides `units` among ranks in proportion to `weights` (positive finite numbers, taken as the decimals that they
 * print as) by largest remainder, exactly: integers, sum `units`, ties by rank. Then each zero takes one unit from the
 * largest share (ties: lowest weight, then highest rank), so `units` must be at least the number of ranks. So no rank ever
 * has less than one of lower weight.
 * `dividers[r]` divides the weight of rank r: the number of ranks on its GPU.
 */
export function divideBatch(units: number, weights: Float64Array, dividers: Uint16Array): Float64Array {
  const groups = groupByWeight(weights, dividers, BigInt(units));
  const shares = new Float64Array(weights.length);
  let left = units;
  groups.forEach(({ quota, ranks }) => {
    for (const rank of ranks) shares[rank] = quota;
    left -= quota * ranks.length;
  });
  const byRemainder = [...groups].sort(compareRemainders);
  giveFirst(left, byRemainder, compareRemainders, ({ ranks }) => ranks, shares);
  fillZeros(shares, groups);
  return shares;
}

/** Gives each of the first `left` members of sorted groups a unit. Groups that are equal compete member by member. */
export function giveFirst<G>(
  left: number,
  sorted: readonly G[],
  compare: (a: G, b: G) => number,
  membersOf: (group: G) => readonly number[],
  shares: Float64Array,
): void {
  for (let i = 0; left > 0; ) {
    const first = sorted[i];
    if (first === undefined) throw new Error('more units left than takers');
    const tied: number[] = [];
    for (; i < sorted.length && compare(first, sorted[i] as G) === 0; i++)
      for (const member of membersOf(sorted[i] as G)) tied.push(member);
    tied.sort((a, b) => a - b);
    for (const member of tied.slice(0, left)) shares[member] = (shares[member] ?? 0) + 1;
    left -= Math.min(left, tied.length);
  }
}

interface WeightGroup {
  readonly quota: number;
  readonly remainder: bigint;
  readonly ranks: readonly number[];
}

/** The largest first. */
const compareRemainders = (a: WeightGroup, b: WeightGroup): number =>
  a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0;

/** Ranks of equal weight have equal quotas: few divisions, however many ranks. */
function groupByWeight(weights: Float64Array, dividers: Uint16Array, units: bigint): readonly WeightGroup[] {
  const exact = exactWeights(weights, dividers);
  const sum = exact.reduce((total, { integer, ranks }) => total + integer * BigInt(ranks.length), 0n);
  return exact.map(({ integer, ranks }) => {
    const scaled = units * integer;
    return { quota: Number(scaled / sum), remainder: scaled % sum, ranks };
  });
}

/**
 * Integers in the exact proportions of `weights[r] / dividers[r]`, each with its ranks. They are distinguished by what they
 * are made of: the hash of a bigint are its last digits, and large powers of ten end alike.
 */
function exactWeights(weights: Float64Array, dividers: Uint16Array) {
  const common = [...new Set(dividers)].reduce((multiple, divider) => lcm(multiple, BigInt(divider)), 1n);
  const decimalOf = remember(toDecimal);
  const digits = weights.reduce((most, weight) => Math.max(most, -decimalOf(weight).exponent), 0);
  const alike = groupBy(weights.keys(), (rank) => `${weights[rank]}/${dividers[rank]}`);
  return Array.from(alike.values(), (ranks) => {
    const { mantissa, exponent } = decimalOf(weights[ranks[0]] ?? 0);
    const integer = (mantissa * 10n ** BigInt(exponent + digits) * common) / BigInt(dividers[ranks[0]] ?? 1);
    return { integer, ranks };
  });
}

function lcm(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return (a / x) * b;
}

/**
 * A rank without work would still take part in each step: it takes a unit from the one that has most. So the largest shares
 * come down to one level, and of those at the level the ones of the lowest weight, then of the highest rank, give one more.
 */
function fillZeros(shares: Float64Array, groups: readonly WeightGroup[]): void {
  let left = shares.filter((share) => share === 0).length;
  if (left === 0) return;
  const sorted = shares.toSorted().reverse();
  let level = sorted[0] ?? 0;
  let above = 0; // how many have at least that
  for (let step = level; step > 0; level -= step, left -= step * above) {
    while ((sorted[above] ?? -1) >= level) above++;
    step = Math.min(level - (sorted[above] ?? 0), Math.floor(left / above));
  }
  if (level < 1) throw new Error('fewer units than ranks');
  const lightestLast = [...groups].sort((a, b) => b.quota - a.quota || compareRemainders(a, b));
  for (const rank of lightestLast.flatMap(({ ranks }) => ranks).reverse()) {
    const share = shares[rank] ?? 0;
    if (share === 0) shares[rank] = 1;
    else if (share >= level) shares[rank] = left-- > 0 ? level - 1 : level;
  }
}
