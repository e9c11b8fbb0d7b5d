import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from '../../generated/plan.ts';
import { compressHostList } from '../values/compress-host-list.ts';
import { uniteNumberLists } from '../values/number-list.ts';
import { createCpuFinder, gpusOfRank, groupRanks } from './group-ranks.ts';

/** The values of a rank's environment that job.sbatch gives its place by; none of them means anything outside Slurm. */
export interface SlurmValues {
  /** What all ranks of a plan have in common. */
  readonly shared: Readonly<Record<string, string>>;
  /** What all ranks of a node have in common. */
  readonly ofNode: (node: PlanNode, ranks: readonly PlanRank[]) => Readonly<Record<string, string>>;
}

/** Null for plans without `slurm`. Under `bind: job` only the job knows the nodes' names. */
export function describeSlurmValues(plan: LaunchPlan): SlurmValues | null {
  if (plan.slurm === null) return null;
  const ranksOf = groupRanks(plan);
  const nodes = plan.nodes
    .filter(({ name }) => ranksOf.has(name))
    .sort((a, b) => (a.nodeRank ?? 0) - (b.nodeRank ?? 0));
  const isNamed = nodes.every(({ bind }) => bind === 'name');
  return {
    shared: {
      ...(isNamed ? { RANKPLAN_NODE_LIST: compressHostList(nodes.map(({ name }) => name)) } : {}),
      RANKPLAN_TASKS_PER_NODE: countTasks(nodes.map(({ name }) => ranksOf.get(name)?.length ?? 0)),
    },
    ofNode: (node, ranks) => ({
      RANKPLAN_NODE_RANKS: ranks.map(({ rank }) => rank).join(','),
      ...(ranks.some(({ gpu }) => gpu !== null)
        ? { RANKPLAN_NODE_GPUS: String(listSlurmGpus(plan, node, ranks).length) }
        : {}),
    }),
  };
}

/** As Slurm writes SLURM_TASKS_PER_NODE: `4(x2),1`. */
function countTasks(counts: readonly number[]): string {
  const runs: { count: number; times: number }[] = [];
  for (const count of counts) {
    const last = runs.at(-1);
    if (last?.count === count) last.times++;
    else runs.push({ count, times: 1 });
  }
  return runs.map(({ count, times }) => (times === 1 ? `${count}` : `${count}(x${times})`)).join(',');
}

/**
 * The GPUs that Slurm gives on a node, by index: number k of them is number k of the visible list that a task finds.
 * Whole nodes: all of them. Shared nodes: those that have ranks. A GPU that is split into MIG instances is no device of
 * Slurm's; its instances are.
 */
export function listSlurmGpus(
  { slurm }: LaunchPlan,
  { gpus }: PlanNode,
  ranks: readonly PlanRank[],
): PlanGpu[] {
  const parents = new Set(gpus.map(({ parent }) => parent));
  const used = new Set(ranks.flatMap(gpusOfRank));
  return gpus
    .filter(({ index }) => !parents.has(index) && (slurm?.allocation !== 'shared' || used.has(index)))
    .sort((a, b) => a.index - b.index);
}

/** The CPUs of a rank's GPUs, as the kernel writes them. On shared nodes Slurm chooses the GPUs, so nobody knows their CPUs. */
export function createSlurmCpuFinder({ slurm }: LaunchPlan, node: PlanNode) {
  const cpusOf = createCpuFinder(node);
  return (rank: PlanRank): string | null => {
    const cpus = slurm === null || slurm.allocation === 'shared' ? null : cpusOf(rank);
    return cpus === null ? null : uniteNumberLists([cpus]);
  };
}
