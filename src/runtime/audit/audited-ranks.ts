import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { meansDevice } from '../../compiler/values/device-uuid.ts';
import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import type { SeenGpu } from './sample.ts';

/** What the audit knows of the plan. */
export interface AuditedRanks {
  readonly visibility: LaunchPlan['visibility'];
  readonly node: PlanNode;
  readonly ranks: readonly PlanRank[];
}

/** For each rank the keys of the GPUs that are its own, in its order; none for a CPU rank, nor of one that was not found. */
export type Homes = ReadonlyMap<number, ReadonlySet<string>>;

export const isHome = (homes: Homes, rank: number, key: string): boolean =>
  homes.get(rank)?.has(key) === true;

export const hasAllHomes = (homes: Homes, rank: PlanRank): boolean =>
  (homes.get(rank.rank)?.size ?? 0) === gpusOfRank(rank).length;

/**
 * Homes that stay what they were: a driver that loses a GPU may number the others again, and the ranks on these have not
 * moved. `known` remembers what each planned GPU, by its index, was found to be; one that this sample does not show is
 * no rank's home.
 */
export function followHomes(
  known: Map<number, string>,
  { node, ranks }: AuditedRanks,
  seen: readonly SeenGpu[],
): Homes {
  const used = new Set(ranks.flatMap(gpusOfRank));
  const lasting = new Set(seen.flatMap(({ key, uuid }) => (uuid === null ? [] : [key])));
  const present = new Set(seen.map(({ key }) => key));
  const homeOf = new Map<number, string>();
  for (const gpu of node.gpus.filter(({ index }) => used.has(index))) {
    const found = findPlanned(gpu, seen)?.key;
    if (found !== undefined && lasting.has(found) && !known.has(gpu.index)) known.set(gpu.index, found);
    const key = known.get(gpu.index) ?? found;
    if (key !== undefined && present.has(key)) homeOf.set(gpu.index, key);
  }
  return new Map(
    ranks.flatMap((rank) => {
      const keys = gpusOfRank(rank).flatMap((gpu) => homeOf.get(gpu) ?? []);
      return keys.length === 0 ? [] : [[rank.rank, new Set(keys)] as const];
    }),
  );
}

/**
 * The GPU that the plan means: by UUID where it has one, and then no other; else by index. Of several UUIDs that begin as
 * planned it is the one in its place. Each vendor counts its own.
 */
export function findPlanned(
  { index, uuid, parent, vendor }: PlanNode['gpus'][number],
  seen: readonly SeenGpu[],
): SeenGpu | null {
  if (vendor !== 'nvidia') return null;
  const isThere = (gpu: SeenGpu): boolean => parent === null && gpu.index === index;
  const found = seen.filter((gpu) => (uuid === null ? isThere(gpu) : meansDevice(uuid, gpu.uuid)));
  return (found.length > 1 ? found.find(isThere) : found[0]) ?? null;
}

/** This machine's ranks that have a GPU of a vendor whose driver rankplan can call. */
export function listGpuRanks({ node, ranks }: AuditedRanks): readonly PlanRank[] {
  const vendors = new Map(node.gpus.map(({ index, vendor }) => [index, vendor]));
  return ranks.filter(({ gpu }) => gpu !== null && vendors.get(gpu) === 'nvidia');
}
