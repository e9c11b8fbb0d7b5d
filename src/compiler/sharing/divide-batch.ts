/**
 * Divides `units` among ranks in proportion to `weights` (positive finite numbers, taken as the decimals that they
 * print as) by largest remainder, exactly: integers, sum `units`, ties by rank. Then each zero takes one unit from the
 * largest share (ties: lowest rank), so `units` must be at least the number of ranks.
 * `dividers[r]` divides the weight of rank r: the number of ranks on its GPU.
 */
export function divideBatch(units: number, weights: Float64Array, dividers: Uint16Array): Float64Array {
  const exact = exactWeights(weights, dividers);
  const groups = groupByWeight(exact, BigInt(units));
  const shares = new Float64Array(weights.length);
  let left = units;
  groups.forEach(({ quota, ranks }) => {
    for (const rank of ranks) shares[rank] = quota;
    left -= quota * ranks.length;
  });
  const byRemainder = [...groups].sort((a, b) =>
    a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0,
  );
  for (let i = 0; left > 0; i++) {
    const first = byRemainder[i];
    if (first === undefined) throw new Error('more units left than ranks');
    // Groups of equal remainder compete rank by rank.
    let tied = first.ranks;
    while (byRemainder[i + 1]?.remainder === first.remainder)
      tied = tied.concat(byRemainder[++i]?.ranks ?? []);
    tied = [...tied].sort((a, b) => a - b);
    for (const rank of tied.slice(0, left)) shares[rank] = (shares[rank] ?? 0) + 1;
    left -= Math.min(left, tied.length);
  }
  fillZeros(shares);
  return shares;
}

interface WeightGroup {
  readonly quota: number;
  readonly remainder: bigint;
  readonly ranks: number[];
}

/** Ranks of equal weight have equal quotas: few divisions, however many ranks. */
function groupByWeight(weights: readonly bigint[], units: bigint): readonly WeightGroup[] {
  let sum = 0n;
  const ranksOf = new Map<bigint, number[]>();
  weights.forEach((weight, rank) => {
    sum += weight;
    const ranks = ranksOf.get(weight);
    if (ranks === undefined) ranksOf.set(weight, [rank]);
    else ranks.push(rank);
  });
  return [...ranksOf].map(([weight, ranks]) => {
    const scaled = units * weight;
    return { quota: Number(scaled / sum), remainder: scaled % sum, ranks };
  });
}

/** Integers in the exact proportions of `weights[r] / dividers[r]`. */
function exactWeights(weights: Float64Array, dividers: Uint16Array): readonly bigint[] {
  const common = [...new Set(dividers)].reduce((multiple, divider) => lcm(multiple, BigInt(divider)), 1n);
  const known = new Map<number, Decimal>();
  for (const weight of weights) if (!known.has(weight)) known.set(weight, toDecimal(weight));
  let digits = 0;
  for (const { exponent } of known.values()) digits = Math.max(digits, -exponent);
  const integers = new Map<string, bigint>();
  return Array.from(weights, (weight, rank) => {
    const divider = dividers[rank] ?? 1;
    const key = `${weight}/${divider}`;
    let integer = integers.get(key);
    if (integer === undefined) {
      const { mantissa, exponent } = known.get(weight) as Decimal;
      integer = (mantissa * 10n ** BigInt(exponent + digits) * common) / BigInt(divider);
      integers.set(key, integer);
    }
    return integer;
  });
}

interface Decimal {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** The shortest decimal that reads back as `value`: what the user wrote, but for more than 15 digits. */
function toDecimal(value: number): Decimal {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = digits.split('.');
  return { mantissa: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function lcm(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return (a / x) * b;
}

/** A rank without work would still take part in each step: it takes a unit from the one that has most. */
function fillZeros(shares: Float64Array): void {
  const zeros = [...shares.keys()].filter((rank) => shares[rank] === 0);
  if (zeros.length === 0) return;
  // The largest shares level off one by one; a sorted list of (share, rank) is re-sorted only where it changes.
  const donors = createDonors(shares);
  for (const rank of zeros) {
    const donor = donors();
    shares[donor] = (shares[donor] ?? 0) - 1;
    shares[rank] = 1;
  }
}

/** Returns the rank of the largest share (ties: lowest rank), which then counts as one less. */
function createDonors(shares: Float64Array): () => number {
  const levels = new Map<number, number[]>();
  let level = 0;
  shares.forEach((share, rank) => {
    level = Math.max(level, share);
    const ranks = levels.get(share);
    if (ranks === undefined) levels.set(share, [rank]);
    else ranks.push(rank);
  });
  let queue = levels.get(level) ?? [];
  let next = 0;
  return () => {
    if (next >= queue.length) {
      level--;
      queue = [...queue, ...(levels.get(level) ?? [])].sort((a, b) => a - b);
      next = 0;
    }
    const donor = queue[next++];
    if (donor === undefined) throw new Error('fewer units than ranks');
    return donor;
  };
}
