/** A positive fraction. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The exact value of a decimal such as `12.5` or `3e-7`. */
export function fractionOf(decimal: string): Fraction {
  const [digits = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  const power = Number(exponent) - decimals.length;
  const mantissa = BigInt(whole + decimals);
  return power < 0
    ? { numerator: mantissa, denominator: 10n ** BigInt(-power) }
    : { numerator: mantissa * 10n ** BigInt(power), denominator: 1n };
}

/**
 * `units` in proportion to `weights` by largest remainder, ties by rank; then each zero takes one from the largest, of those
 * from the slowest, of those from the last rank. The definition, by the simplest means.
 */
export function shareNaively(units: bigint, weights: readonly Fraction[]): readonly bigint[] {
  const common = weights.reduce((product, { denominator }) => product * denominator, 1n);
  const integers = weights.map(({ numerator, denominator }) => (numerator * common) / denominator);
  const sum = integers.reduce((total, weight) => total + weight, 0n);
  const shares = integers.map((weight) => (units * weight) / sum);
  const remainders = integers.map((weight, rank) => ({ rank, remainder: (units * weight) % sum }));
  remainders.sort((a, b) =>
    a.remainder === b.remainder ? a.rank - b.rank : a.remainder < b.remainder ? 1 : -1,
  );
  const left = units - shares.reduce((total, share) => total + share, 0n);
  for (const { rank } of remainders.slice(0, Number(left))) add(shares, rank, 1n);

  for (let rank = 0; rank < shares.length; rank++) {
    if (shares[rank] !== 0n) continue;
    const gives = (other: number, best: number) => {
      const [more, weight] = [(shares[other] ?? 0n) - (shares[best] ?? 0n), integers[best] ?? 0n];
      return more > 0n || (more === 0n && (integers[other] ?? 0n) <= weight);
    };
    const largest = shares.reduce((best, _, other) => (gives(other, best) ? other : best), 0);
    add(shares, largest, -1n);
    add(shares, rank, 1n);
  }
  return shares;
}

function add(shares: bigint[], rank: number, change: bigint): void {
  shares[rank] = (shares[rank] ?? 0n) + change;
}
