/** A measured card, as a naive reader of docs/scores.md sees it. */
export interface NaiveCard {
  readonly model: string | null;
  readonly method: string | null;
  readonly figure: number;
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
  return cards.map(({ model, method, figure }) => {
    if (method === null || tolerance === 0) return null;
    const round = (value: number) => {
      const { digit = 1, power = 0, step = 1 } = STEPS.findLast((one) => one.step <= value * tolerance) ?? {};
      return Number(`${Math.round(value / step) * digit}e${power}`);
    };
    if (model === null) return round(figure);
    const alike = cards.filter((card) => card.model === model && card.method === method);
    const sorted = alike.map((card) => card.figure).sort((a, b) => a - b);
    // The card of which half are slower, or one less.
    const median = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
    const isNear = (value: number) => value >= median * (1 - tolerance) && value <= median * (1 + tolerance);
    const given = written[model];
    const ofClass = given !== undefined && isNear(given) ? given : round(median);
    if (isNear(figure)) return ofClass;
    const isBeyond = figure > median ? round(figure) > ofClass : round(figure) < ofClass;
    return isBeyond ? round(figure) : null;
  });
}
