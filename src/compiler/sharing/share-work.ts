import { gpuAt, type InventoryGpu } from '../inventory/inventory.ts';
import { type RankMap, slotsOfRank } from '../mapping/map-ranks.ts';
import { addFigures, metricOf, requireMetric } from '../mapping/metric.ts';
import type { MappingProblem } from '../mapping/strategy.ts';
import type { Workload } from '../syntax/topology.ts';
import { divideBatch } from './divide-batch.ts';

/** Each rank's samples of the global batch; null without a workload, or when a mistake was reported. */
export function shareWork(
  workload: Workload | null,
  ranks: RankMap,
  problem: Omit<MappingProblem, 'candidates'>,
): Float64Array | null {
  if (workload === null) return null;
  const { mapping, inventory } = problem;
  const { globalBatch, multipleOf, shares } = workload;
  const hasFigures = shares === 'equal' || requireMetric(ranks.slots, mapping.by, problem);
  const units = globalBatch / multipleOf;
  if (!Number.isInteger(units)) return null; // the rule undivided-batch reports it
  if (units < ranks.worldSize) reportTooFew(workload, ranks.worldSize, problem);
  if (units < ranks.worldSize || !hasFigures) return null;
  const weights = new Float64Array(ranks.worldSize).fill(1);
  const dividers = new Uint16Array(ranks.worldSize).fill(1);
  if (shares === 'proportional') {
    const figureAt = (slot: number) => metricOf(gpuAt(inventory, slot) as InventoryGpu, mapping.by);
    ranks.slotOfRank.forEach((slot, rank) => {
      weights[rank] = ranks.starts === null ? figureAt(slot) : addFigures(slotsOfRank(ranks, rank), figureAt);
      dividers[rank] = ranks.ranksOnSlot[slot] ?? 1;
    });
  }
  return divideBatch(units, weights, dividers).map((share) => share * multipleOf);
}

function reportTooFew(
  { globalBatch, multipleOf }: Workload,
  worldSize: number,
  { places, report }: Pick<MappingProblem, 'places' | 'report'>,
): void {
  const of = multipleOf === 1 ? '' : ` of ${multipleOf}`;
  report.error(
    'RP3013',
    places.setting('workload', 'globalBatch'),
    `${globalBatch / multipleOf} units${of} cannot give each of ${worldSize} ranks one`,
    {
      help: `raise \`globalBatch\` to ${worldSize * multipleOf} or more, or lower \`multipleOf\` or \`worldSize\``,
    },
  );
}
