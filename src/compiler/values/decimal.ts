/** The shortest decimal, mantissa · 10^exponent, that reads back as `value`: what the user wrote, but for more than 15 digits. */
export function toDecimal(value: number) {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = digits.split('.');
  return { mantissa: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** A fraction that is not reduced; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export function fractionOf(value: number): Fraction {
  const { mantissa, exponent } = toDecimal(value);
  const power = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0
    ? { numerator: mantissa, denominator: power }
    : { numerator: mantissa * power, denominator: 1n };
}
