import type { Reporter } from '../diagnostics/reporter.ts';
import type { Span } from '../source/source-file.ts';

/** The most slots of one topology: 2^21. Whatever a topology lists is counted before it is expanded. */
export const MAX_SLOTS = 2 ** 21;

export type Budget = ReturnType<typeof createBudget>;

/** A number of things that may still be made. */
export function createBudget(total: number) {
  let left = total;
  let isSpent = false;
  return {
    left: (): number => left,
    /**
     * Takes `count` of them. Where there are fewer it answers false and is spent from then on: `refuse` is called the first
     * time only, and nothing is expanded for what is refused anyway.
     */
    take(count: number, refuse: () => void): boolean {
      if (!isSpent && count <= left) {
        left -= count;
        return true;
      }
      left = 0;
      if (!isSpent) refuse();
      isSpent = true;
      return false;
    },
  };
}

export function reportTooMany(span: Span, report: Reporter, what = 'topology'): void {
  const help = 'split it into several topologies';
  report.error('RP2003', span, `the ${what} has more than ${MAX_SLOTS} slots`, { help });
}
