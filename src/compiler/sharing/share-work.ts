import type { Reporter } from '../diagnostics/reporter.ts';
import { gpuAt, type Inventory, type InventoryGpu } from '../inventory/inventory.ts';
import type { RankMap } from '../mapping/map-ranks.ts';
import { metricOf, requireMetric } from '../mapping/metric.ts';
import { valueSpan } from '../syntax/document.ts';
import type { Topology } from '../syntax/topology.ts';
import { divideBatch } from './divide-batch.ts';

/** Each rank's samples of the global batch; null without a workload, or when a mistake was reported. */
export function shareWork(
  topology: Topology,
  inventory: Inventory,
  ranks: RankMap,
  report: Reporter,
): Float64Array | null {
  const { workload, mapping } = topology;
  if (workload === null) return null;
  const { source, globalBatch, multipleOf, shares } = workload;
  if (globalBatch % multipleOf !== 0) {
    report.error(
      'RP3014',
      valueSpan(source, 'multipleOf'),
      `\`multipleOf: ${multipleOf}\` does not divide \`globalBatch: ${globalBatch}\``,
      {
        help: `choose a batch of ${globalBatch - (globalBatch % multipleOf) + multipleOf}, or a divisor of ${globalBatch}`,
      },
    );
    return null;
  }
  const units = globalBatch / multipleOf;
  if (units < ranks.worldSize) {
    const of = multipleOf === 1 ? '' : ` of ${multipleOf}`;
    report.error(
      'RP3013',
      valueSpan(source, 'globalBatch'),
      `${units} units${of} cannot give each of ${ranks.worldSize} ranks one`,
      {
        help: `raise \`globalBatch\` to ${ranks.worldSize * multipleOf} or more, or lower \`multipleOf\` or \`worldSize\``,
      },
    );
    return null;
  }
  const weights = new Float64Array(ranks.worldSize).fill(1);
  const dividers = new Uint16Array(ranks.worldSize).fill(1);
  if (shares === 'proportional') {
    if (!requireMetric(inventory, ranks.slotOfRank, mapping.by, report)) return null;
    ranks.slotOfRank.forEach((slot, rank) => {
      weights[rank] = metricOf(gpuAt(inventory, slot) as InventoryGpu, mapping.by);
      dividers[rank] = ranks.ranksOnSlot[slot] ?? 1;
    });
  }
  return divideBatch(units, weights, dividers).map((share) => share * multipleOf);
}
