/** A measured card, as a naive reader of docs/scores.md sees it. */
export interface NaiveCard {
  readonly model: string | null;
  readonly method: string | null;
  readonly figure: number;
  readonly usual?: number | undefined;
}

const STEPS = Array.from({ length: 40 }, (_, i) => i - 20).flatMap((power) =>
  [1, 2, 5].map((digit) => ({ digit, power, step: Number(`${digit}e${power}`) })),
);

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
    const round = (value: number) => {
      const { digit = 1, power = 0, step = 1 } = STEPS.findLast((one) => one.step <= value * tolerance) ?? {};
      return Number(`${Math.round(value / step) * digit}e${power}`);
    };
    const taken = takenOf(own);
    if (model === null) return round(taken);
    const alike = cards.filter((card) => card.model === model && card.method === method);
    const sorted = alike.map(takenOf).sort((a, b) => a - b);
    // The card of which half are slower, or one less.
    const median = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
    const given = written[model];
    const ofClass = given !== undefined && isNear(given, median) ? given : round(median);
    if (taken >= median * (1 - tolerance)) return ofClass;
    return round(taken) < ofClass ? round(taken) : null;
  });
}
