import { COST_SCALE, timeOf } from '../compiler/sharing/divide-layers.ts';
import { createStages, describePipeline } from '../compiler/sharing/stage-layers.ts';
import type { LaunchPlan } from '../generated/plan.ts';
import { mappedPlan } from './mapped-plan.ts';

/**
 * The stages of a plan in order; null if it has none. Each has its layers `from` to `until`, less the last, and what they
 * take its slowest rank, in layers over speed.
 */
export function listStages(plan: LaunchPlan) {
  const { stages, launch, worldSize, mapping } = plan;
  const stageOf = createStages(launch.parallel, worldSize);
  if (stages === null || stageOf === null) return null;
  const { inventory, ranks } = mappedPlan(plan);
  const pipeline = describePipeline(stages, stageOf, ranks, inventory, mapping.by);
  const time = timeOf(pipeline);
  let until = 0;
  return stages.counts.map((count, stage) => {
    const from = until;
    until += count;
    const speed = pipeline.speed[stage] ?? 1;
    return { from, until, speed, time: time(stage, from, until) / COST_SCALE };
  });
}

/** `40 layers in stages of 14, 14, 6, 6; stage 0 is the slowest`; null if there are none. */
export function describeStages(plan: LaunchPlan): string | null {
  const stages = listStages(plan);
  if (stages === null) return null;
  const times = stages.map(({ time }) => time);
  const counts = stages.map(({ from, until }) => until - from);
  const slowest = Math.max(...times);
  const which = slowest === Math.min(...times) ? '' : `; stage ${times.indexOf(slowest)} is the slowest`;
  return `${stages.at(-1)?.until} layers in stages of ${counts.join(', ')}${which}`;
}
