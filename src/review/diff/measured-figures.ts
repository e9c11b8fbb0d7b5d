import type { PlanGpu } from '../../generated/plan.ts';
import { formatFigure } from '../format-figure.ts';
import type { Quote } from '../list-some.ts';
import type { MappingChange, Measured } from './plan-diff.ts';

/** Whether a change is about figures: a `score`, or the `pace` that measured GPUs count as. */
export const isFigure = (kind: string): boolean => kind === 'score' || kind === 'pace';

/** The measured figures of one GPU; null if they were written by hand, because nothing was measured then. */
export function measuredOf(old: PlanGpu | undefined, next: PlanGpu | undefined): Measured | null {
  if (old === undefined || next === undefined || (old.pace ?? next.pace) === null) return null;
  const rangeOf = ({ score }: PlanGpu): Measured['old'] => (score === null ? null : [score, score]);
  return { old: rangeOf(old), new: rangeOf(next) };
}

/** The lowest and the highest figure of several GPUs; empty if none was measured. */
export function spanMeasured(
  changes: readonly { readonly measured?: Measured | null }[],
): Pick<MappingChange, 'measured'> {
  const all = changes.flatMap(({ measured }) => measured ?? []);
  if (all.length === 0) return {};
  const span = (side: 'old' | 'new') =>
    all.reduce<Measured['old']>((a, { [side]: b }) => {
      if (a === null || b === null) return a ?? b;
      return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
    }, null);
  return { measured: { old: span('old'), new: span('new') } };
}

/** `measured 698 to 703 → 719 to 724, counts as 700 → 720`; `measured 690, counts as 700 → 690` by another tolerance. */
export function formatMeasured(measured: Measured, figures: string, by: string, quote: Quote): string {
  const [before, now] = [measured.old, measured.new].map((range) => {
    if (range === null) return 'not measured';
    const [from, to] = range.map((figure) => quote(formatFigure(figure, by)));
    return from === to ? from : `${from} to ${to}`;
  });
  return `measured ${before === now ? now : `${before} → ${now}`}, counts as ${figures}`;
}
