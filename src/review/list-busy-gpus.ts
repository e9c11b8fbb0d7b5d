import { siteOf, slotCount, slotName } from '../compiler/inventory/inventory.ts';
import { slotsOfRank } from '../compiler/mapping/map-ranks.ts';
import { plannedPace } from '../compiler/mapping/metric.ts';
import { costsOfStages, createStages } from '../compiler/sharing/stage-layers.ts';
import type { LaunchPlan, PlanGpu, PlanParallel, PlanRank } from '../generated/plan.ts';
import { mappedPlan } from './mapped-plan.ts';

/** A GPU with ranks, or a CPU slot with known facts, and its work in a step. */
export interface BusyGpu {
  /** `lab1:2`, or `build1:cpu0`. */
  readonly name: string;
  readonly isCpu: boolean;
  readonly facts: BusyFacts;
  readonly work: number;
}

type BusyFacts = Pick<PlanGpu, 'score' | 'pace' | 'memoryBytes' | 'fixedSeconds' | 'maxSamples'>;

/**
 * In the order of the inventory, not of the ranks: messages name the first of equal GPUs, which must stay the same if
 * only ranks change. `complete` is false if a rank is on a CPU slot without known facts.
 */
export function listBusyGpus(plan: LaunchPlan) {
  const { inventory, ranks } = mappedPlan(plan);
  const workOf = createWork(plan);
  const work = new Float64Array(slotCount(inventory));
  const describe = (slot: number) => {
    const [node, position] = siteOf(inventory, slot);
    const { gpus = [], cpuSlot = null } = plan.nodes[node] ?? {};
    const gpu = gpus[position];
    return { isCpu: gpu === undefined, facts: gpu ?? (cpuSlot && { ...cpuSlot, pace: null }) };
  };
  const paceAt = (slot: number): number => {
    const { facts } = describe(slot);
    return (facts && plannedPace(facts)) ?? 1;
  };
  for (const rank of plan.ranks) {
    const [slots, own] = [slotsOfRank(ranks, rank.rank), workOf(rank)];
    // The GPUs of one rank are ready at the same time.
    const pace = rank.gpus === null ? 1 : slots.reduce((sum, slot) => sum + paceAt(slot), 0);
    for (const slot of slots)
      work[slot] = (work[slot] ?? 0) + (rank.gpus === null ? own : (own * paceAt(slot)) / pace);
  }
  const gpus: BusyGpu[] = [];
  let complete = true;
  work.forEach((own, slot) => {
    const { facts, isCpu } = describe(slot);
    if (own > 0 && facts !== null) gpus.push({ name: slotName(inventory, slot), isCpu, facts, work: own });
    complete &&= own === 0 || facts !== null;
  });
  return { gpus, complete };
}

/** The work of a rank: its share of the batch, or its part of the work of one copy of the model. */
function createWork({ stages, launch: { parallel }, worldSize }: LaunchPlan): (rank: PlanRank) => number {
  const stageOf = createStages(parallel, worldSize);
  if (parallel === null) return ({ share }) => share ?? 1;
  if (stages === null || stageOf === null) return ({ share }) => share ?? 1 / ranksOfCopy(parallel);
  const [costs, ranksOfStage] = [costsOfStages(stages), parallel.tp * parallel.cp];
  return ({ rank }) => (costs[stageOf.of(rank)] ?? 1) / ranksOfStage;
}

/** How many ranks have one copy of the model among them; `dp` counts the copies. */
export const ranksOfCopy = ({ tp, cp, pp }: NonNullable<PlanParallel>): number => tp * cp * pp;

/** The lowest figure, the first GPU that has it, and how many have; null unless every GPU has a figure. */
export function findLeast(gpus: readonly BusyGpu[], figureOf: (facts: BusyFacts) => number | null) {
  const figures = gpus.flatMap(({ facts }) => figureOf(facts) ?? []);
  const figure = figures.reduce((least, other) => Math.min(least, other), Number.POSITIVE_INFINITY);
  const gpu = gpus[figures.indexOf(figure)];
  if (gpu === undefined || figures.length < gpus.length) return null;
  return { gpu, figure, gpus: figures.filter((other) => other === figure).length };
}
