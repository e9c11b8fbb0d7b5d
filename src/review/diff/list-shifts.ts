import { findShift } from '../../compiler/mapping/machine-shift.ts';
import type { MachineShift, Unsummed } from './plan-diff.ts';
import { listSome, type Quote } from './section.ts';
import type { SlotUniverse } from './slot-universe.ts';

/** Machines whose measured GPUs became slower or faster as a whole, whether or not they count as before. */
export function listShifts({ nodes }: SlotUniverse): readonly MachineShift[] {
  return nodes.flatMap(({ name, old, new: next }) => {
    if (old === null || next === null || old.gpus === next.gpus) return [];
    const known = new Map(old.gpus.map((gpu) => [gpu.index, gpu]));
    const ratios = next.gpus.flatMap(({ index, score, pace }) => {
      const was = known.get(index);
      // What was written by hand has no pace.
      if (score === null || pace === null || was === undefined || was.pace === null) return [];
      return was.score === null ? [] : [score / was.score];
    });
    const change = findShift(ratios);
    return change === null ? [] : [{ node: name, change, gpus: ratios.length }];
  });
}

/** `a1 is 4.0 % slower`. */
export const formatShift = ({ node, change, gpus }: MachineShift, quote: Quote): string =>
  `${quote(node)} is ${(100 * Math.abs(change)).toFixed(1)} % ${change < 0 ? 'slower' : 'faster'} (the middle one of ${gpus} GPUs)`;

/** Of the verdict: those that became slower, which the plan may not show. */
export function sayShifts({ machines }: Pick<Unsummed, 'machines'>, quote: Quote): readonly string[] {
  const slower = machines.filter(({ change }) => change < 0).map(({ node }) => node);
  if (slower.length === 0) return [];
  return [`${listSome(slower, quote)} ${slower.length === 1 ? 'is' : 'are'} slower as a whole`];
}
