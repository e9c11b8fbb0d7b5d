import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import { groupBy } from '../values/lists.ts';
import { formatRanges, uniteNumberLists } from '../values/number-list.ts';

/** The ranks of each mapped node, in rank order: position k has local rank k. */
export function groupRanks({ ranks }: LaunchPlan): ReadonlyMap<string, readonly PlanRank[]> {
  return groupBy(ranks, ({ node }) => node);
}

type Devices = Pick<PlanRank, 'gpu' | 'gpus'>;

/** The indices of a rank's GPUs, in the order in which it sees them; none for a CPU rank. */
export const gpusOfRank = ({ gpu, gpus }: Devices): readonly number[] => gpus ?? (gpu === null ? [] : [gpu]);

/** `GPU 3`, `GPUs 0,1` or `CPU`; launch.sh, job.sbatch and rankplan-exec use the same form. */
export function nameDevices(rank: Devices): string {
  const gpus = gpusOfRank(rank);
  if (gpus.length === 0) return 'CPU';
  return `${gpus.length === 1 ? 'GPU' : 'GPUs'} ${gpus.join(',')}`;
}

/** Ranks in order, as `0-3,8`: a node of a block mapping is one range however many ranks it has. */
export const formatRankRanges = (ranks: readonly Pick<PlanRank, 'rank'>[]): string =>
  formatRanges(ranks.map(({ rank }) => rank));

/** The planned UUIDs of the NVIDIA GPUs that have ranks, as `0=GPU-5f2a,1=…`: launchers compare them with the machine. */
export function formatPlannedUuids({ gpus }: LaunchPlan['nodes'][number], ranks: readonly PlanRank[]) {
  const used = new Set(ranks.flatMap(gpusOfRank));
  return gpus
    .filter(({ index, uuid, vendor }) => used.has(index) && uuid !== null && vendor === 'nvidia')
    .map(({ index, uuid }) => `${index}=${uuid}`)
    .join(',');
}

/**
 * Finds the CPUs near the GPUs of a rank, as `0-31,64-95`. Null if those of one GPU are unknown: a rank that is pinned
 * to the CPUs of the others may be far from that GPU.
 */
export function createCpuFinder({ gpus }: Pick<LaunchPlan['nodes'][number], 'gpus'>) {
  const known = new Map(gpus.map(({ index, cpus }) => [index, cpus]));
  return ({ gpu, gpus: several }: Devices): string | null => {
    if (several === null) return known.get(gpu ?? -1) ?? null;
    const lists = new Set(several.map((index) => known.get(index) ?? null));
    return lists.has(null) ? null : uniteNumberLists([...lists].filter((list) => list !== null));
  };
}
