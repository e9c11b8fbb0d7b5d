import type { LaunchPlan } from '../../generated/plan.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { RankMap } from '../mapping/map-ranks.ts';
import { createStages, describePipeline } from '../sharing/stage-layers.ts';
import { MAX_LAYERS } from '../syntax/bind-stages.ts';

/** Stages that the pipeline of a saved plan does not have, or layers that are not there or do not fit; null where all is well. */
export function findUnsoundStage(
  { stages, launch, worldSize, mapping }: LaunchPlan,
  inventory: Inventory,
  ranks: RankMap,
): string | null {
  if (stages === null) return null;
  const stageOf = launch.parallel === null ? null : createStages(launch.parallel, worldSize);
  if (stageOf === null) return 'it has stages and no pipeline (RP3050)';
  const { counts } = stages;
  if (counts.length !== stageOf.count)
    return `it has layers for ${counts.length} stages, where pp is ${stageOf.count}`;
  const layers = sum(stages.layers.map(({ count }) => count));
  if (layers > MAX_LAYERS) return `it has ${layers} layers (RP3053)`;
  if (sum(counts) !== layers) return `its stages have ${sum(counts)} layers together, not ${layers}`;
  const { most } = describePipeline(stages, stageOf, ranks, inventory, mapping.by);
  const full = counts.findIndex((count, stage) => count > (most[stage] ?? 0));
  return full < 0
    ? null
    : `stage ${full} has ${counts[full]} layers, more than the ${most[full]} that fit (RP3052)`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
