import { positionOfIndex } from '../compiler/inventory/inventory.ts';
import { plannedPace } from '../compiler/mapping/metric.ts';
import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from '../generated/plan.ts';

/** A GPU that carries ranks, and the work that they give it in a step. */
export interface BusyGpu {
  readonly node: string;
  readonly gpu: PlanGpu;
  readonly work: number;
}

/** What a mapping costs, by the model of docs/review.md: a GPU needs its work over its score, and all wait for the last. */
export interface MappingCost {
  /** The metric of all figures. */
  readonly by: string;
  /** The lowest figure, the first GPU that has it, and how many have it. */
  readonly slowest: { readonly gpu: string; readonly score: number; readonly gpus: number };
  /** Only comparable between plans: work of the busiest GPU over its score. */
  readonly stepTime: number;
  /** The share of GPU time that is spent waiting, 0 to 1. */
  readonly idleShare: number;
  /** How much throughput would grow at most, 0.4 for 40 %, if work were shared by the figures; 0 where it is. */
  readonly gainOfShares: number;
}

/** Null where the plan does not know enough: a rank is on no GPU, a GPU has no figure, or memory ranks, which is no speed. */
export function estimateCost(plan: LaunchPlan): MappingCost | null {
  const { gpus, complete } = listBusyGpus(plan);
  const { by } = plan.mapping;
  if (!complete || by === 'memory') return null;
  let [busy, stepTime, work, speed] = [0, 0, 0, 0];
  for (const { gpu, work: own } of gpus) {
    const pace = plannedPace(gpu);
    if (pace === null) return null;
    const time = own / pace;
    busy += time;
    stepTime = Math.max(stepTime, time);
    work += own;
    speed += pace;
  }
  const least = findLeast(gpus, plannedPace);
  if (least === null || !Number.isFinite(busy) || !Number.isFinite(speed) || stepTime <= 0) return null;
  const isShared = plan.workload !== null && plan.workload.shares !== 'equal';
  return {
    by,
    slowest: { gpu: least.gpu, score: least.figure, gpus: least.gpus },
    stepTime,
    // Rounding must not make a share of time negative.
    idleShare: Math.max(0, 1 - busy / (gpus.length * stepTime)),
    gainOfShares: isShared ? 0 : Math.max(0, (stepTime * speed) / work - 1),
  };
}

/** Less than this is no reason to change anything. */
const WORTH_SAYING = 0.05;

/** The cost in one line, such as `slowest GPU lab1:2 (61), 39.6 % of GPU time idle`; null where there is none, or none is known. */
export function describeCost(plan: LaunchPlan): string | null {
  const cost = estimateCost(plan);
  if (cost === null || cost.idleShare < WORTH_SAYING) return null;
  const { slowest, idleShare, gainOfShares } = cost;
  const figure = `${slowest.score}${nameOthers(slowest.gpus)}`;
  const gain =
    gainOfShares < WORTH_SAYING
      ? ''
      : `; proportional shares would gain up to ${formatPercent(gainOfShares)}`;
  return `slowest GPU ${slowest.gpu} (${figure}), ${formatPercent(idleShare)} of GPU time idle${gain}`;
}

export const formatPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** `, as 3 others`: how many more GPUs have the figure of the one that is named. */
export const nameOthers = (gpus: number): string =>
  gpus === 1 ? '' : `, as ${gpus - 1} other${gpus === 2 ? '' : 's'}`;

/**
 * In the order of the inventory, not of the ranks: of GPUs that are alike the first is named, and that is to be the same
 * one while no more than ranks change. `complete` is false where a rank is on no GPU: nothing is known of a CPU's pace.
 */
export function listBusyGpus({ nodes, ranks }: LaunchPlan): {
  readonly gpus: readonly BusyGpu[];
  readonly complete: boolean;
} {
  const sites = new Map(nodes.map((node) => [node.name, createSite(node)]));
  let complete = true;
  for (const rank of ranks) {
    const site = sites.get(rank.node);
    if (site === undefined || rank.gpu === null || !addWork(site, rank)) complete = false;
  }
  const gpus: BusyGpu[] = [];
  for (const { node, work } of sites.values()) {
    for (const [i, gpu] of node.gpus.entries()) {
      if (work[i] !== undefined && work[i] > 0) gpus.push({ node: node.name, gpu, work: work[i] });
    }
  }
  return { gpus, complete };
}

/** Gives a rank's work to its GPUs: those of one rank are ready at the same time. False where the node lacks one. */
function addWork({ node, work }: Site, { gpu, gpus, share }: PlanRank): boolean {
  const add = (position: number, part: number) => {
    if (position >= 0) work[position] = (work[position] ?? 0) + part;
  };
  const positionOf = (index: number) => positionOfIndex(node.gpus, index) ?? -1;
  if (gpus === null) {
    const position = positionOf(gpu ?? -1);
    add(position, share ?? 1);
    return position >= 0;
  }
  const positions = gpus.map(positionOf);
  const paceAt = (position: number) => node.gpus[position]?.score ?? 1;
  const pace = positions.reduce((sum, position) => sum + paceAt(position), 0);
  for (const position of positions) add(position, ((share ?? 1) * paceAt(position)) / pace);
  return !positions.includes(-1);
}

type Site = ReturnType<typeof createSite>;

/** A node, and by position in its list of GPUs the work of each; a share is at least 1. */
const createSite = (node: PlanNode) => ({
  node,
  work: new Array<number>(node.gpus.length).fill(0),
});

export interface Least {
  readonly gpu: string;
  readonly figure: number;
  gpus: number;
}

/** The lowest figure and the first GPU that has it; null unless every GPU has one. */
export function findLeast(gpus: readonly BusyGpu[], figureOf: (gpu: PlanGpu) => number | null): Least | null {
  let least: Least | null = null as Least | null;
  for (const { node, gpu } of gpus) {
    const figure = figureOf(gpu);
    if (figure === null) return null;
    if (least === null || figure < least.figure) least = { gpu: `${node}:${gpu.index}`, figure, gpus: 1 };
    else if (figure === least.figure) least.gpus++;
  }
  return least;
}
