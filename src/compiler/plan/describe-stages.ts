import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import { createStages } from '../sharing/stage-layers.ts';

/** What a rank is told of the pipeline's stages, in the forms that trainers take. */
export function describeStages({
  stages,
  launch: { parallel },
  worldSize,
}: LaunchPlan): Readonly<Record<string, string | ((rank: PlanRank) => string)>> {
  const stageOf = parallel === null ? null : createStages(parallel, worldSize);
  if (stages === null || stageOf === null) return {};
  return {
    RANKPLAN_PIPELINE_LAYOUT: layoutOf(stages.counts),
    RANKPLAN_SPLIT_POINTS: splitPointsOf(stages.counts).join(','),
    RANKPLAN_STAGE: ({ rank }) => String(stageOf.of(rank)),
    RANKPLAN_STAGE_LAYERS: stages.counts.join(','),
  };
}

/** For Megatron's `--pipeline-model-parallel-layout`: E is the embedding, t a layer, L the loss. */
export const layoutOf = (counts: readonly number[]): string =>
  `E${counts.map((count) => `t*${count}`).join('|')}L`;

/** The first layer of each stage but the first: where torch.distributed.pipelining splits a model. */
export function splitPointsOf(counts: readonly number[]): readonly number[] {
  let layer = 0;
  return counts.slice(0, -1).map((count) => {
    layer += count;
    return layer;
  });
}
