import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import { groupBy } from '../values/lists.ts';
import { formatRanges } from '../values/number-list.ts';

/** The ranks of each mapped node, in rank order: position k has local rank k. */
export function groupRanks({ ranks }: LaunchPlan): ReadonlyMap<string, readonly PlanRank[]> {
  return groupBy(ranks, ({ node }) => node);
}

/** The indices of a rank's GPUs, in the order in which it sees them; none for a CPU rank. */
export const gpusOfRank = ({ gpu, gpus }: Pick<PlanRank, 'gpu' | 'gpus'>): readonly number[] =>
  gpus ?? (gpu === null ? [] : [gpu]);

/** Ranks in order, as `0-3,8`: a node of a block mapping is one range however many ranks it has. */
export const formatRankRanges = (ranks: readonly Pick<PlanRank, 'rank'>[]): string =>
  formatRanges(ranks.map(({ rank }) => rank));

/** The planned UUIDs of the NVIDIA GPUs that have ranks, as `0=GPU-5f2a,1=…`: launchers compare them with the machine. */
export function formatPlannedUuids(
  { gpus }: LaunchPlan['nodes'][number],
  ranks: readonly PlanRank[],
): string {
  const used = new Set(ranks.flatMap(gpusOfRank));
  return gpus
    .filter(({ index, uuid, vendor }) => used.has(index) && uuid !== null && vendor === 'nvidia')
    .map(({ index, uuid }) => `${index}=${uuid}`)
    .join(',');
}

/** The CPUs of the GPUs that have ranks, where they are known, as `0-3:0-31;4-7:32-63`: ranks, then CPUs. */
export function formatPlannedCpus({ gpus }: LaunchPlan['nodes'][number], ranks: readonly PlanRank[]): string {
  const cpusOf = new Map(gpus.map(({ index, cpus }) => [index, cpus]));
  // Near a rank are the CPUs of all its GPUs, if they are known.
  const cpusNear = (rank: PlanRank): string => {
    const cpus = new Set(gpusOfRank(rank).map((gpu) => cpusOf.get(gpu) ?? ''));
    return cpus.has('') ? '' : [...cpus].join(',');
  };
  const groups = groupBy(ranks, cpusNear);
  return [...groups]
    .filter(([cpus]) => cpus !== '')
    .map(([cpus, of]) => `${formatRankRanges(of)}:${cpus}`)
    .join(';');
}
