import type { LaunchPlan } from '../../generated/plan.ts';
import { countGroups } from '../count-groups.ts';
import { estimateCost } from '../estimate-cost.ts';
import { findLeast, listBusyGpus } from '../list-busy-gpus.ts';
import type { Blocks, Compared, Consequences } from './plan-diff.ts';

/** What a mapping means for the job: its cost, and what else is counted. docs/review.md defines each figure. */
export function estimateConsequences(plan: LaunchPlan, groupSize: number | null): Consequences {
  const { gpus } = listBusyGpus(plan);
  const cost = estimateCost(plan);
  const cards = gpus.filter(({ slot }) => typeof slot === 'number');
  const memory = findLeast(cards, ({ memoryBytes }) => memoryBytes);
  return {
    by: plan.mapping.by,
    work: plan.workload?.globalBatch ?? plan.launch.parallel?.dp ?? plan.worldSize,
    stepTime: cost?.stepTime ?? null,
    ...(cost?.inSeconds === true ? { unit: 's' } : {}),
    idleShare: cost?.idleShare ?? null,
    slowest: cost?.slowest ?? null,
    smallestMemory: memory === null ? null : { gpu: memory.gpu, bytes: memory.figure, gpus: memory.gpus },
    crossings: countCrossings(plan),
    blocks: findBlocks(plan, groupSize),
    parallel: countGroups(plan),
  };
}

type Side = readonly [plan: LaunchPlan, consequences: Consequences];

/** Ratios of NEW to OLD, where a step is the same on both sides. */
export function compareConsequences(old: Side, next: Side): Compared {
  const unlike = UNITS.find(([, unitOf]) => unitOf(old) !== unitOf(next))?.[0] ?? null;
  const [before, after] = [old[1], next[1]];
  if (unlike !== null || before.stepTime === null || after.stepTime === null)
    return { stepTime: null, throughput: null, unlike };
  const stepTime = after.stepTime / before.stepTime;
  return { stepTime, throughput: after.work / before.work / stepTime, unlike };
}

/** What a step is counted in, by the key that decides it. */
const UNITS: readonly (readonly [key: string, unitOf: (side: Side) => unknown])[] = [
  ['mapping.by', ([{ mapping }]) => mapping.by],
  ['fixedSeconds', ([, { unit }]) => unit],
  ['workload', ([{ workload }]) => workload === null],
  ['stages', ([{ stages }]) => stages === null],
  ['launch.parallel', ([{ workload, launch }]) => workload === null && launch.parallel === null],
];

function countCrossings({ ranks }: LaunchPlan): number {
  let crossings = 0;
  for (let rank = 1; rank < ranks.length; rank++)
    if (ranks[rank]?.node !== ranks[rank - 1]?.node) crossings++;
  return crossings;
}

/**
 * Blocks of consecutive ranks and those that leave their node, or their domain of the level `groupWithin`. Without `groupSize` a
 * block is as large as fits every node a whole number of times, the usual size of a group that talks much; null where that is 1.
 */
function findBlocks(plan: LaunchPlan, groupSize: number | null): Blocks | null {
  const { ranks, worldSize, nodes } = plan;
  const size = groupSize ?? commonSize(ranks);
  if (size < 2 || nodes.length < 2 || worldSize % size !== 0) return null;
  const homeOf = homesOfNodes(plan);
  if (homeOf === null) return null;
  const spanning: number[] = [];
  for (let first = 0; first < worldSize; first += size) {
    const home = homeOf(ranks[first]?.node ?? '');
    let last = first + size - 1;
    while (last > first && homeOf(ranks[last]?.node ?? '') === home) last--;
    if (last > first) spanning.push(first);
  }
  return {
    size,
    from: groupSize === null ? 'ranks per node' : 'groupSize',
    ...(plan.launch.groupWithin === null ? {} : { within: plan.launch.groupWithin }),
    count: worldSize / size,
    spanning,
  };
}

/** The domain of a node at the level that blocks stay within, or the node; null where only the job will know it. */
function homesOfNodes({ nodes, levels, launch }: LaunchPlan): ((node: string) => string) | null {
  if (launch.groupWithin === null) return (node) => node;
  const level = levels?.indexOf(launch.groupWithin) ?? -1;
  if (level < 0) return null;
  const homes = new Map(nodes.map(({ name, domain }) => [name, domain?.[level] ?? `:${name}`]));
  return (node) => homes.get(node) ?? node;
}

function commonSize(ranks: LaunchPlan['ranks']): number {
  const onNode = new Map<string, number>();
  for (const { node } of ranks) onNode.set(node, (onNode.get(node) ?? 0) + 1);
  return [...onNode.values()].reduce(greatestCommonDivisor, 0);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
