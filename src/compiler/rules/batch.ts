import { valueSpan } from '../syntax/document.ts';
import type { MappedContext, TopologyContext } from './rule.ts';

/** Shares are whole multiples of `multipleOf`, so their sum is one too. */
export function undividedBatch({ topology: { workload }, report }: TopologyContext): void {
  if (workload === null || workload.globalBatch % workload.multipleOf === 0) return;
  const { source, globalBatch, multipleOf } = workload;
  const message = `\`multipleOf: ${multipleOf}\` does not divide \`globalBatch: ${globalBatch}\``;
  report.nonBlocking.error('RP3013', valueSpan(source, 'multipleOf'), message, {
    help: `choose a batch of ${globalBatch - (globalBatch % multipleOf) + multipleOf}, or a divisor of ${globalBatch}`,
  });
}

/** If the batch does not divide, some ranks get a unit more than others, so shares are not `equal`. */
export function unevenEqualShares({ settings, ranks, places, report }: MappedContext): void {
  const { workload } = settings;
  const { worldSize } = ranks;
  if (workload === null || workload.shares !== 'equal') return;
  const { globalBatch, multipleOf } = workload;
  const units = globalBatch / multipleOf;
  const more = units % worldSize;
  if (!Number.isInteger(units) || units < worldSize || more === 0) return;
  const less = Math.floor(units / worldSize) * multipleOf;
  const message = `${worldSize} ranks cannot have equal shares of ${globalBatch}: ${more} get ${less + multipleOf}, the others ${less}`;
  report.warning('RP3036', places.setting('workload', 'shares'), message, {
    help: `choose a multiple of ${multipleOf * worldSize}, or have the ranks read RANKPLAN_LOCAL_BATCH and RANKPLAN_LOSS_SCALE`,
  });
}

/** Ranks of one tensor, context or pipeline group work on the same samples: a share for each of them has no meaning. */
export function dividedSamples({ settings: { workload, launch }, places, report }: MappedContext): void {
  const { parallel } = launch;
  if (workload === null || parallel === null) return;
  const { tp, cp, pp } = parallel;
  const together = tp * cp * pp;
  if (together === 1) return;
  const message = `the batch cannot be divided among ranks of which ${together} work on the same samples (tp ${tp} × cp ${cp} × pp ${pp})`;
  report.error('RP3054', places.setting('workload', 'globalBatch'), message, {
    labels: [{ span: places.parallel(), message: 'divided so' }],
    help: 'remove `workload`: a trainer with these sizes divides the batch among its copies of the model; `stages` divides layers',
  });
}
