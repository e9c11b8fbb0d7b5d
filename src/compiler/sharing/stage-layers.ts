import type { PlanStages } from '../../generated/plan.ts';
import { factsAt, type Inventory, slotName } from '../inventory/inventory.ts';
import { layOutGrids } from '../mapping/divide-ranks.ts';
import { type RankMap, slotsOfRank } from '../mapping/map-ranks.ts';
import { requireMetric } from '../mapping/metric.ts';
import type { MappingProblem } from '../mapping/strategy.ts';
import type { Parallel, Stages } from '../syntax/topology.ts';
import { divideLayers, type Pipeline } from './divide-layers.ts';
import { areBareCpus, areUnmeasuredAlike, listEngines } from './list-engines.ts';

/** What of a topology or a plan decides the layers of its stages. */
export type StageNeeds = Omit<NonNullable<PlanStages>, 'counts'>;

/** How many layers each stage has; null without stages, or when a mistake was reported. The sizes of `parallel` must fit the ranks. */
export function stageLayers(
  stages: Stages | null,
  parallel: Parallel | null,
  ranks: RankMap,
  problem: Omit<MappingProblem, 'candidates'>,
): readonly number[] | null {
  if (stages === null) return null;
  const { mapping, inventory, places, report } = problem;
  const stageOf = createStages(parallel, ranks.worldSize);
  if (stageOf === null) {
    const help = 'say how many stages there are: `launch: { parallel: { pp: 4 } }`; or remove `stages`';
    report.error('RP3050', places.setting('stages'), 'there are stages of layers, and no pipeline', { help });
    return null;
  }
  const needsFigures =
    !areBareCpus(ranks, inventory, mapping.by) && !areUnmeasuredAlike(ranks, inventory, mapping.by);
  if (needsFigures && !requireMetric(ranks.slots, mapping.by, problem)) return null;
  const pipeline = describePipeline(stages, stageOf, ranks, inventory, mapping.by);
  return hasRoom(pipeline, stages, stageOf, ranks, problem) ? divideLayers(pipeline) : null;
}

/** The stage of each rank, and how many there are. */
export interface StageOf {
  readonly count: number;
  readonly of: (rank: number) => number;
}

/** Null if there is one stage only. */
export function createStages(parallel: Parallel | null, worldSize: number): StageOf | null {
  const pp = parallel && layOutGrids(parallel, worldSize)[0].get('pp');
  if (pp == null || pp.size === 1) return null;
  return { count: pp.size, of: (rank) => Math.floor(rank / pp.stride) % pp.size };
}

export const listCosts = ({ layers }: StageNeeds): Float64Array =>
  Float64Array.from(layers.flatMap(({ count, cost }) => new Array<number>(count).fill(cost)));

/** What each stage costs, in layers. */
export function costsOfStages(stages: NonNullable<PlanStages>): readonly number[] {
  const costs = listCosts(stages);
  let until = 0;
  return stages.counts.map((count, stage) => {
    const own = costs.subarray(until, until + count).reduce((sum, cost) => sum + cost, 0);
    until += count;
    const besides = stage === 0 ? stages.embedding : 0;
    return own + besides + (stage === stages.counts.length - 1 ? stages.head : 0);
  });
}

/** All ranks of a stage have its layers, so its slowest sets its pace, and its smallest its limit. */
export function describePipeline(
  stages: StageNeeds,
  { count, of }: StageOf,
  ranks: RankMap,
  inventory: Inventory,
  by: string,
): Pipeline {
  const { ofRank, speed, least } = listEngines(ranks, inventory, by, NO_SAMPLES);
  const pipeline = {
    costs: listCosts(stages),
    extra: new Float64Array(count),
    speed: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    most: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
  };
  pipeline.extra[0] = stages.embedding;
  pipeline.extra[count - 1] = stages.head;
  ofRank.forEach((engine, rank) => {
    const stage = of(rank);
    const pace = (speed[engine] ?? 1) / (least[engine] ?? 1);
    pipeline.speed[stage] = Math.min(pipeline.speed[stage] ?? 1, pace);
    const room = roomOf(stages, stage, count, bytesOf(ranks, inventory, rank));
    pipeline.most[stage] = Math.min(pipeline.most[stage] ?? 0, room);
  });
  return pipeline;
}

const NO_SAMPLES = { multipleOf: 1, sampleBytes: null, reserveBytes: null };

/** A rank's memory: that of all its GPUs, or its part of one; NaN if it is not known. */
function bytesOf(ranks: RankMap, inventory: Inventory, rank: number): number {
  const bytes = (slot: number) => factsAt(inventory, slot)?.memoryBytes ?? Number.NaN;
  const own = slotsOfRank(ranks, rank).reduce((sum, slot) => sum + bytes(slot), 0);
  return own / (ranks.ranksOnSlot[ranks.slotOfRank[rank] ?? 0] ?? 1);
}

/** The layers that fit; Infinity if nothing is known. */
function roomOf({ memory }: StageNeeds, stage: number, count: number, bytes: number): number {
  if (memory === null || Number.isNaN(bytes)) return Number.POSITIVE_INFINITY;
  const { perLayer, reserve, embedding, head } = memory;
  const besides = reserve + (stage === 0 ? embedding : 0) + (stage === count - 1 ? head : 0);
  return Math.max(0, Math.floor((bytes - besides) / perLayer));
}

function hasRoom(
  { costs, most }: Pipeline,
  stages: Stages,
  stageOf: StageOf,
  ranks: RankMap,
  { inventory, places, report }: Pick<MappingProblem, 'inventory' | 'places' | 'report'>,
): boolean {
  const { count } = stageOf;
  if (costs.length < count) {
    const message = `${costs.length} layers cannot give each of ${count} stages one`;
    const help = `lower \`pp\` to ${costs.length} or less`;
    report.error('RP3050', places.setting('stages', 'layers'), message, { help });
    return false;
  }
  const full = most.indexOf(0);
  const room = most.reduce((sum, layers) => sum + layers, 0);
  if (full < 0 && room >= costs.length) return true;
  const rank = ranks.slotOfRank.findIndex(
    (_, r) => stageOf.of(r) === full && roomOf(stages, full, count, bytesOf(ranks, inventory, r)) === 0,
  );
  const message =
    full < 0
      ? `${costs.length} layers do not fit: the stages have room for ${[...most].join(' + ')} = ${room}`
      : `stage ${full} has no room for a layer: rank ${rank} (${slotName(inventory, ranks.slotOfRank[rank] ?? 0)}) has too little memory for one and what it needs besides`;
  report.error('RP3052', places.setting('stages', 'memory'), message, {
    help: 'lower `perLayer` (checkpoint activations, raise `tp`), take more stages, or GPUs with more memory',
  });
  return false;
}
