import { fractionOf } from './naive-shares.ts';

/** A measured card, as a naive reader of docs/scores.md sees it. */
export interface NaiveCard {
  readonly model: string | null;
  readonly method: string | null;
  readonly figure: number;
  readonly usual?: number | undefined;
}

const STEPS = Array.from({ length: 40 }, (_, i) => i - 20).flatMap((power) =>
  [1, 2, 5].map((digit) => `${digit}e${power}`),
);

/** To the longest step that is no longer than the tolerance, halves up, by fractions. */
function round(value: number, tolerance: number): number {
  const [own, part] = [fractionOf(String(value)), fractionOf(String(tolerance))];
  const isShort = (text: string) => {
    const step = fractionOf(text);
    return (
      step.numerator * own.denominator * part.denominator <= own.numerator * part.numerator * step.denominator
    );
  };
  const text = STEPS.findLast(isShort) ?? '1';
  const step = fractionOf(text);
  const [above, below] = [own.numerator * step.denominator, own.denominator * step.numerator];
  const steps = (2n * above + below) / (2n * below);
  const [digit, power] = text.split('e');
  return Number(`${steps * BigInt(digit ?? 1)}e${power}`);
}

/** What each card counts as, card by card and straight from the words: slow, and without a thought of how it is done. */
export function paceNaively(
  cards: readonly NaiveCard[],
  tolerance: number,
  written: Readonly<Record<string, number>> = {},
): readonly (number | null)[] {
  const isNear = (value: number, of: number) =>
    value >= of * (1 - tolerance) && value <= of * (1 + tolerance);
  const takenOf = ({ figure, usual }: NaiveCard) =>
    usual !== undefined && isNear(figure, usual) ? usual : figure;
  return cards.map((own) => {
    const { model, method } = own;
    if (method === null || tolerance === 0) return null;
    const taken = takenOf(own);
    if (model === null) return round(taken, tolerance);
    const alike = cards.filter((card) => card.model === model && card.method === method);
    const sorted = alike.map(takenOf).sort((a, b) => a - b);
    // The card of which half are slower, or one less.
    const median = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
    const given = written[model];
    const ofClass = given !== undefined && isNear(given, median) ? given : round(median, tolerance);
    if (taken >= median * (1 - tolerance)) return ofClass;
    return round(taken, tolerance) < ofClass ? round(taken, tolerance) : null;
  });
}
