import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import type { SeenGpu } from './look.ts';

/** What the audit knows of the plan. */
export interface AuditedRanks {
  readonly visibility: LaunchPlan['visibility'];
  /** This machine. */
  readonly node: PlanNode;
  /** Those of this machine. */
  readonly ranks: readonly PlanRank[];
}

/** Ranks by the keys of the GPUs that are their own; none for a CPU rank, or one whose GPU was not found. */
export type Homes = ReadonlyMap<number, string>;

export function findHomes({ node, ranks }: AuditedRanks, seen: readonly SeenGpu[]): Homes {
  const planned = new Map(node.gpus.map((gpu) => [gpu.index, findPlanned(gpu, seen)?.key]));
  return new Map(
    ranks.flatMap(({ rank, gpu }) => {
      const key = gpu === null ? undefined : planned.get(gpu);
      return key === undefined ? [] : [[rank, key] as const];
    }),
  );
}

/** The GPU that the plan means: by UUID where it has one, and then no other; else by index. Each vendor counts its own. */
export function findPlanned(
  { index, uuid, parent, vendor }: PlanNode['gpus'][number],
  seen: readonly SeenGpu[],
): SeenGpu | null {
  if (vendor !== 'nvidia') return null;
  const [found, ...others] = seen.filter((gpu) =>
    uuid === null ? parent === null && gpu.index === index : startsWith(gpu.uuid, uuid),
  );
  return others.length === 0 ? (found ?? null) : null;
}

/** Plans may have the beginning of a UUID. */
const startsWith = (whole: string | null, beginning: string): boolean =>
  whole?.toLowerCase().startsWith(beginning.toLowerCase()) === true;

/** This machine's ranks that have a GPU of a vendor whose driver can be asked. */
export function listGpuRanks({ node, ranks }: AuditedRanks): readonly PlanRank[] {
  const vendors = new Map(node.gpus.map(({ index, vendor }) => [index, vendor]));
  return ranks.filter(({ gpu }) => gpu !== null && vendors.get(gpu) === 'nvidia');
}
