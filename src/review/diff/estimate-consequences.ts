import { groupBy } from '../../compiler/values/lists.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { countGroups, findSplits, levelsOf } from '../count-spans.ts';
import { estimateCost } from '../estimate-cost.ts';
import { findLeast, listBusyGpus } from '../list-busy-gpus.ts';
import type { Blocks, Compared, Consequences } from './plan-diff.ts';

/** What a mapping means for the job: its cost, and what else is counted. docs/review.md defines each figure. */
export function estimateConsequences(plan: LaunchPlan): Consequences {
  if (plan.roles !== null) return { ...OF_ROLES, by: plan.mapping.by, work: plan.worldSize };
  const { gpus } = listBusyGpus(plan);
  const cost = estimateCost(plan);
  const cards = gpus.filter(({ isCpu }) => !isCpu);
  const memory = findLeast(cards, ({ memoryBytes }) => memoryBytes);
  return {
    by: plan.mapping.by,
    work: plan.workload?.globalBatch ?? plan.launch.parallel?.dp ?? plan.worldSize,
    stepTime: cost?.stepTime ?? null,
    ...(cost?.inSeconds === true ? { unit: 's' } : {}),
    idleShare: cost?.idleShare ?? null,
    slowest: cost?.slowest ?? null,
    smallestMemory: memory && { gpu: memory.gpu.name, bytes: memory.figure, gpus: memory.gpus },
    ...countNeighbours(plan),
    blocks: findBlocks(plan),
    parallel: countGroups(plan),
  };
}

/** Roles have no step in common. */
const OF_ROLES = {
  ...{ stepTime: null, idleShare: null, slowest: null, smallestMemory: null },
  ...{ crossings: 0, nodes: 0, levels: [], blocks: null, parallel: [] },
};

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
  const [nodes, ...domains] = levelsOf(plan)
    .filter(({ name }) => name !== 'island')
    .map(({ name, placeOfRank }) => ({
      level: name,
      places: new Set(placeOfRank).size,
      crossings: placeOfRank.filter((place, rank) => rank > 0 && place !== placeOfRank[rank - 1]).length,
    }));
  return { crossings: nodes?.crossings ?? 0, nodes: nodes?.places ?? 0, levels: domains.reverse() };
}

/**
 * Blocks of consecutive ranks and those that leave their node, or their domain of the level `groupWithin`. Without `groupSize` a
 * block is as large as fits every node a whole number of times, the usual size of a group that talks much; null if that is 1.
 */
function findBlocks(plan: LaunchPlan): Blocks | null {
  const { groupSize, groupWithin } = plan.launch;
  const levels = levelsOf(plan);
  const size = groupSize ?? commonSize(levels.find(({ name }) => name === 'node')?.placeOfRank ?? []);
  if (size < 2 || plan.nodes.length < 2 || plan.worldSize % size !== 0) return null;
  const level = levels.find(({ name }) => name === (groupWithin ?? 'node'));
  if (level === undefined) return null; // only the job will know it
  const { blocks: count, split: spanning } = findSplits(level, size);
  const from = groupSize === null ? 'ranks per node' : 'groupSize';
  return { size, from, ...(groupWithin === null ? {} : { within: groupWithin }), count, spanning };
}

function commonSize(nodeOfRank: Iterable<number>): number {
  const groups = groupBy(nodeOfRank, (node) => node);
  return [...groups.values()].reduce((size, ranks) => greatestCommonDivisor(size, ranks.length), 0);
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
