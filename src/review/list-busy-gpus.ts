import { positionOfIndex } from '../compiler/inventory/inventory.ts';
import { plannedPace } from '../compiler/mapping/metric.ts';
import { costsOfStages, createStages } from '../compiler/sharing/stage-layers.ts';
import type { LaunchPlan, PlanGpu, PlanNode, PlanParallel, PlanRank } from '../generated/plan.ts';

/** A GPU that carries ranks, or a CPU slot of which something is said, and the work that they give it in a step. */
export interface BusyGpu {
  readonly node: string;
  /** As it is named on its node: `2`, or `cpu0`. */
  readonly slot: number | string;
  readonly facts: BusyFacts;
  readonly work: number;
}

type BusyFacts = Pick<PlanGpu, 'score' | 'pace' | 'memoryBytes' | 'fixedSeconds' | 'maxSamples'>;

export const nameGpu = ({ node, slot }: BusyGpu): string => `${node}:${slot}`;

/**
 * In the order of the inventory, not of the ranks: of GPUs that are alike the first is named, and that is to be the same
 * one while no more than ranks change. `complete` is false where a rank is on a CPU slot of which nothing is said.
 */
export function listBusyGpus(plan: LaunchPlan): {
  readonly gpus: readonly BusyGpu[];
  readonly complete: boolean;
} {
  const sites = new Map(plan.nodes.map((node) => [node.name, createSite(node)]));
  const workOf = createWork(plan);
  let complete = true;
  for (const rank of plan.ranks) {
    const site = sites.get(rank.node);
    if (site === undefined || !addWork(site, rank, workOf(rank))) complete = false;
  }
  const gpus: BusyGpu[] = [];
  for (const { node, work, cpuWork } of sites.values()) {
    for (const [i, gpu] of node.gpus.entries()) {
      if (work[i] !== undefined && work[i] > 0)
        gpus.push({ node: node.name, slot: gpu.index, facts: gpu, work: work[i] });
    }
    if (node.cpuSlot === null) continue;
    for (const [i, own] of cpuWork)
      gpus.push({ node: node.name, slot: `cpu${i}`, facts: { ...node.cpuSlot, pace: null }, work: own });
  }
  return { gpus, complete };
}

/** The work of a rank: its share of the batch, or its part of the work of one copy of the model. */
function createWork({ stages, launch: { parallel }, worldSize }: LaunchPlan): (rank: PlanRank) => number {
  if (parallel === null) return ({ share }) => share ?? 1;
  const stageOf = createStages(parallel, worldSize);
  if (stages === null || stageOf === null) return ({ share }) => share ?? 1 / ranksOfCopy(parallel);
  const [costs, ranksOfStage] = [costsOfStages(stages), parallel.tp * parallel.cp];
  return ({ rank }) => (costs[stageOf.of(rank)] ?? 1) / ranksOfStage;
}

/** How many ranks have one copy of the model among them; `dp` counts the copies. */
export const ranksOfCopy = ({ tp, cp, pp }: NonNullable<PlanParallel>): number => tp * cp * pp;

/** Gives a rank's work to its GPUs: those of one rank are ready at the same time. False where the node lacks one. */
function addWork({ node, work, cpuWork }: Site, { gpu, gpus, cpuSlot }: PlanRank, own: number): boolean {
  if (gpu === null) {
    cpuWork.push([cpuSlot ?? 0, own]);
    return node.cpuSlot !== null;
  }
  const add = (position: number, part: number) => {
    if (position >= 0) work[position] = (work[position] ?? 0) + part;
  };
  const positionOf = (index: number) => positionOfIndex(node.gpus, index) ?? -1;
  if (gpus === null) {
    const position = positionOf(gpu ?? -1);
    add(position, own);
    return position >= 0;
  }
  const positions = gpus.map(positionOf);
  const paceAt = (position: number) => {
    const gpu = node.gpus[position];
    return (gpu && plannedPace(gpu)) ?? 1;
  };
  const pace = positions.reduce((sum, position) => sum + paceAt(position), 0);
  for (const position of positions) add(position, (own * paceAt(position)) / pace);
  return !positions.includes(-1);
}

type Site = ReturnType<typeof createSite>;

/** A node, and by position in its list of GPUs the work of each; a share is at least 1. */
const createSite = (node: PlanNode) => ({
  node,
  work: new Array<number>(node.gpus.length).fill(0),
  /** Of CPU slots that carry a rank the number, and the work. */
  cpuWork: [] as (readonly [slot: number, work: number])[],
});

export interface Least {
  readonly gpu: string;
  readonly facts: BusyFacts;
  readonly figure: number;
  gpus: number;
}

/** The lowest figure and the first GPU that has it; null unless every GPU has one. */
export function findLeast(
  gpus: readonly BusyGpu[],
  figureOf: (facts: BusyFacts) => number | null,
): Least | null {
  let least: Least | null = null as Least | null;
  for (const gpu of gpus) {
    const figure = figureOf(gpu.facts);
    if (figure === null) return null;
    if (least === null || figure < least.figure)
      least = { gpu: nameGpu(gpu), facts: gpu.facts, figure, gpus: 1 };
    else if (figure === least.figure) least.gpus++;
  }
  return least;
}
