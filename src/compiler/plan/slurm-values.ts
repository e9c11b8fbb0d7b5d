import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import { compressHostList } from '../values/compress-host-list.ts';
import { groupNeighbours } from '../values/lists.ts';
import { uniteNumberLists } from '../values/number-list.ts';
import { createCpuFinder, gpusOfRank, groupRanks } from './group-ranks.ts';

/** Variables of all ranks for job.sbatch; none without `slurm`. Under `bind: job` only the job knows node names. */
export function describeSlurmJob(plan: LaunchPlan): Readonly<Record<string, string>> {
  if (plan.slurm === null) return {};
  const ranksOf = groupRanks(plan);
  const nodes = plan.nodes
    .filter(({ name }) => ranksOf.has(name))
    .sort((a, b) => (a.nodeRank ?? 0) - (b.nodeRank ?? 0));
  const isNamed = nodes.every(({ bind }) => bind === 'name');
  return {
    ...(isNamed ? { RANKPLAN_NODE_LIST: compressHostList(nodes.map(({ name }) => name)) } : {}),
    RANKPLAN_TASKS_PER_NODE: countTasks(nodes.map(({ name }) => ranksOf.get(name)?.length ?? 0)),
  };
}

/** As Slurm writes SLURM_TASKS_PER_NODE: `4(x2),1`. */
function countTasks(counts: readonly number[]): string {
  return groupNeighbours(counts, (count) => count)
    .map(({ key, members: { length } }) => (length === 1 ? `${key}` : `${key}(x${length})`))
    .join(',');
}

/**
 * The GPUs that Slurm gives on a node, by index: number k of them is number k of the visible list that a task finds.
 * Whole nodes: all of them. Shared nodes: those that have ranks. A GPU that is split into MIG instances is no device of
 * Slurm's; its instances are.
 */
export function listSlurmGpus({ slurm }: LaunchPlan, { gpus }: PlanNode, ranks: readonly PlanRank[]) {
  const parents = new Set(gpus.map(({ parent }) => parent));
  const used = new Set(ranks.flatMap(gpusOfRank));
  return gpus
    .filter(({ index }) => !parents.has(index) && (slurm?.allocation !== 'shared' || used.has(index)))
    .sort((a, b) => a.index - b.index);
}

/** The CPUs of a rank's GPUs, as the kernel writes them. On shared nodes Slurm chooses the GPUs, so their CPUs are not known. */
export function createSlurmCpuFinder({ slurm }: LaunchPlan, node: PlanNode) {
  const cpusOf = createCpuFinder(node);
  return (rank: PlanRank): string | null => {
    const cpus = slurm === null || slurm.allocation === 'shared' ? null : cpusOf(rank);
    return cpus === null ? null : uniteNumberLists([cpus]);
  };
}

/** What launch.sh and run say of keys that change how the ranks run, and that only job.sbatch follows; null: none. */
export function describeSlurmOnly({ slurm }: LaunchPlan): string | null {
  const keys = (['container', 'healthCheck'] as const).filter((key) => slurm?.[key] != null);
  if (keys.length === 0) return null;
  const are = keys.length === 1 ? 'is' : 'are';
  return `${keys.map((key) => `slurm.${key}`).join(' and ')} ${are} for job.sbatch: here the ranks start without`;
}
