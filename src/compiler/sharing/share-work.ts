import type { Inventory } from '../inventory/inventory.ts';
import type { RankMap } from '../mapping/map-ranks.ts';
import { requireMetric } from '../mapping/metric.ts';
import type { MappingProblem } from '../mapping/strategy.ts';
import type { Workload } from '../syntax/topology.ts';
import { divideBatch } from './divide-batch.ts';
import { divideOptimally } from './divide-optimally.ts';
import { listEngines, splitAmongRanks } from './list-engines.ts';

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
  return divide(workload, units, ranks, inventory, mapping.by).map((share) => share * multipleOf);
}

function divide(
  { shares, multipleOf }: Workload,
  units: number,
  ranks: RankMap,
  inventory: Inventory,
  by: string,
): Float64Array {
  const engines = listEngines(ranks, inventory, by);
  if (shares === 'optimal') return splitAmongRanks(divideOptimally(units, multipleOf, engines), engines);
  const isEqual = shares === 'equal';
  const weights = Float64Array.from(engines.ofRank, (engine) => (isEqual ? 1 : (engines.speed[engine] ?? 1)));
  const dividers = Uint16Array.from(engines.ofRank, (engine) => (isEqual ? 1 : (engines.least[engine] ?? 1)));
  return divideBatch(units, weights, dividers);
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
