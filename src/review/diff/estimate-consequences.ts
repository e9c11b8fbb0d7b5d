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
    ...countNeighbours(plan),
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

function countNeighbours(plan: LaunchPlan): Pick<Consequences, 'crossings' | 'nodes' | 'levels'> {
  const count = (homeOf: (node: string) => string) => {
    const homes = plan.ranks.map(({ node }) => homeOf(node));
    const crossings = homes.filter((home, rank) => rank > 0 && home !== homes[rank - 1]).length;
    return { places: new Set(homes).size, crossings };
  };
  const { places: nodes, crossings } = count((node) => node);
  const levels = (plan.levels ?? []).map((level) => ({ level, ...count(homesAt(plan, level)) }));
  return { crossings, nodes, levels };
}

/**
 * Blocks of consecutive ranks and those that leave their node, or their domain of the level `groupWithin`. Without `groupSize` a
 * block is as large as fits every node a whole number of times, the usual size of a group that talks much; null where that is 1.
 */
function findBlocks(plan: LaunchPlan, groupSize: number | null): Blocks | null {
  const { ranks, worldSize, nodes } = plan;
  const size = groupSize ?? commonSize(ranks);
  if (size < 2 || nodes.length < 2 || worldSize % size !== 0) return null;
  const { groupWithin } = plan.launch;
  if (groupWithin !== null && plan.levels?.includes(groupWithin) !== true) return null; // only the job will know it
  const homeOf = groupWithin === null ? (node: string) => node : homesAt(plan, groupWithin);
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
    ...(groupWithin === null ? {} : { within: groupWithin }),
    count: worldSize / size,
    spanning,
  };
}

/** The domain of a node at a level, or the node where nobody says. */
function homesAt({ nodes, levels }: LaunchPlan, wanted: string): (node: string) => string {
  const level = levels?.indexOf(wanted) ?? -1;
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
