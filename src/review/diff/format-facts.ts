import { formatBytes } from '../format-figure.ts';
import { formatMetric } from './format-moves.ts';
import { formatPair, UNSET } from './format-values.ts';
import { formatPaces, isFigure } from './measured-figures.ts';
import type { GpuFactChange } from './plan-diff.ts';
import { listSome, type Quote } from './section.ts';

/**
 * Another card first, and scores last, those that changed most before the others: measured anew, every GPU has another
 * score, and what else is different is not to be behind them.
 */
export function orderFacts(facts: readonly GpuFactChange[]): readonly GpuFactChange[] {
  const [scores, others] = [facts.filter(isScore), facts.filter((change) => !isScore(change))];
  return [...others, ...scores.sort((a, b) => stepOf(b) - stepOf(a))];
}

const isScore = ({ fact }: GpuFactChange): boolean => isFigure(fact);

/** How far apart two figures are, whichever is larger, without what rounding makes; one that came or went is farthest. */
const stepOf = ({ old, new: next }: GpuFactChange): number =>
  typeof old === 'number' && typeof next === 'number'
    ? Math.round(1000 * Math.abs(Math.log(next / old)))
    : Number.MAX_VALUE;

/** `by` is the metric of both plans where scores are compared. */
export function formatFact(
  { fact, old, new: next, gpus, measured }: GpuFactChange,
  by: string,
  quote: Quote,
): string {
  const of = listSome(gpus, quote);
  if (measured !== undefined)
    return `${formatMetric(by, quote)} of ${of}: ${formatPaces(measured, formatPair(old, next, quote), by, quote)}`;
  if (fact !== 'memoryBytes')
    return `${fact === 'score' ? formatMetric(by, quote) : fact} of ${of}: ${formatPair(old, next, quote)}`;
  const [before, after] = [old, next].map((bytes) => (bytes === null ? UNSET : formatBytes(Number(bytes))));
  return `memory of ${of}: ${before} → ${after}`;
}
