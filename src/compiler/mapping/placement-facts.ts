import { gpuAt, type Inventory, type InventoryGpu, nodeAt } from '../inventory/inventory.ts';
import type { Vendor } from '../syntax/topology.ts';
import type { RankMap } from './map-ranks.ts';

/** Facts of a mapping that decide what its ranks may see and which backend they can use; each names a first rank. */
export interface PlacementFacts {
  readonly cpuRank: number | null;
  /** A rank that shares its GPU with another. */
  readonly sharedGpuRank: number | null;
  readonly migRank: number | null;
  /** A rank whose MIG instance is of the same GPU as an earlier rank's. */
  readonly migSiblingRank: number | null;
  /** A rank on a GPU of Intel that comes after one with a higher index on its node: Intel's list cannot say so. */
  readonly unlistableRank: number | null;
  readonly vendors: ReadonlySet<Vendor>;
  readonly mappedNodes: number;
}

export function gatherFacts(inventory: Inventory, ranks: RankMap): PlacementFacts {
  const vendors = new Set<Vendor>();
  const parents = new Set<string>();
  let cpuRank: number | null = null;
  let sharedGpuRank: number | null = null;
  let migRank: number | null = null;
  let migSiblingRank: number | null = null;
  let previous: InventoryGpu | null = null;
  for (let rank = 0; rank < ranks.worldSize; rank++) {
    const slot = ranks.slotOfRank[rank] ?? 0;
    const gpu = gpuAt(inventory, slot);
    if (gpu === null) cpuRank ??= rank;
    else if ((ranks.ranksOnSlot[slot] ?? 1) > 1) sharedGpuRank ??= rank;
    if (gpu === null || (gpu === previous && gpu.parent === null)) continue;
    previous = gpu;
    vendors.add(gpu.vendor);
    if (gpu.parent === null) continue;
    migRank ??= rank;
    const parent = `${nodeAt(inventory, slot).name}:${gpu.parent}`;
    if (parents.has(parent)) migSiblingRank ??= rank;
    parents.add(parent);
  }
  let mappedNodes = 0;
  for (const nodeRank of ranks.nodeRank) mappedNodes = Math.max(mappedNodes, nodeRank + 1);
  const unlistableRank = vendors.has('intel') ? findUnlistable(inventory, ranks) : null;
  return { cpuRank, sharedGpuRank, migRank, migSiblingRank, unlistableRank, vendors, mappedNodes };
}

/**
 * ZE_AFFINITY_MASK chooses devices, but the driver shows them in its own order, whatever the order of the list
 * (`parseAffinityMask` in intel/compute-runtime).
 */
function findUnlistable(inventory: Inventory, ranks: RankMap): number | null {
  const lastIndex = new Int32Array(inventory.nodes.length).fill(-1);
  for (let rank = 0; rank < ranks.worldSize; rank++) {
    const node = ranks.nodeOfRank[rank] ?? 0;
    const gpu = gpuAt(inventory, ranks.slotOfRank[rank] ?? 0);
    if (gpu === null || gpu.vendor !== 'intel') continue;
    if (gpu.index < (lastIndex[node] ?? -1)) return rank;
    lastIndex[node] = gpu.index;
  }
  return null;
}

export type Backend = 'nccl' | 'gloo' | 'none';

/** What is taken when the topology does not say. */
export function defaultVisibility(facts: PlacementFacts): 'ordered' | 'isolated' {
  const { migRank, sharedGpuRank, unlistableRank } = facts;
  const isOrderable = migRank === null && sharedGpuRank === null && unlistableRank === null;
  return isOrderable ? 'ordered' : 'isolated';
}

/** NCCL (RCCL under the same name) where it can run; for Intel GPUs no claim is made. */
export function defaultBackend({ cpuRank, sharedGpuRank, migSiblingRank, vendors }: PlacementFacts): Backend {
  if (cpuRank !== null || sharedGpuRank !== null || migSiblingRank !== null || vendors.size > 1)
    return 'gloo';
  return vendors.has('intel') ? 'none' : 'nccl';
}
