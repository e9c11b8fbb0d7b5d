import type { Backend, LaunchPlan } from '../../generated/plan.ts';
import { gpuAt, type Inventory, type InventoryGpu, nodeAt } from '../inventory/inventory.ts';
import type { Vendor } from '../syntax/topology.ts';
import type { RankMap } from './map-ranks.ts';

/** Facts of a mapping that decide what its ranks may see and which backend they can use; each names a first slot. */
export interface PlacementFacts {
  readonly cpuSlot: number | null;
  readonly sharedGpu: number | null;
  readonly migInstance: number | null;
  /** A MIG instance of the same GPU as an earlier one. */
  readonly migSibling: number | null;
  /** A GPU of Intel that comes after one with a higher index on its node: Intel's list cannot say so. */
  readonly unlistable: number | null;
  readonly vendors: ReadonlySet<Vendor>;
  readonly mappedNodes: number;
}

/** Ranks on their slots: of a topology, or of a saved plan. */
export interface Mapped {
  readonly inventory: Inventory;
  readonly ranks: RankMap;
  readonly facts: PlacementFacts;
}

export function gatherFacts(inventory: Inventory, ranks: RankMap): PlacementFacts {
  const vendors = new Set<Vendor>();
  const parents = new Set<string>();
  let cpuSlot: number | null = null;
  let sharedGpu: number | null = null;
  let migInstance: number | null = null;
  let migSibling: number | null = null;
  let previous: InventoryGpu | null = null;
  for (const slot of ranks.slots) {
    const gpu = gpuAt(inventory, slot);
    if (gpu === null) cpuSlot ??= slot;
    else if ((ranks.ranksOnSlot[slot] ?? 1) > 1) sharedGpu ??= slot;
    if (gpu === null || (gpu === previous && gpu.parent === null)) continue;
    previous = gpu;
    vendors.add(gpu.vendor);
    if (gpu.parent === null) continue;
    migInstance ??= slot;
    const parent = `${nodeAt(inventory, slot).name}:${gpu.parent}`;
    if (parents.has(parent)) migSibling ??= slot;
    parents.add(parent);
  }
  const mappedNodes = ranks.nodeRank.reduce((most, nodeRank) => Math.max(most, nodeRank + 1), 0);
  const unlistable = vendors.has('intel') ? findUnlistable(inventory, ranks.slots) : null;
  return { cpuSlot, sharedGpu, migInstance, migSibling, unlistable, vendors, mappedNodes };
}

/**
 * ZE_AFFINITY_MASK chooses devices, but the driver shows them in its own order, whatever the order of the list
 * (`parseAffinityMask` in intel/compute-runtime).
 */
export const findUnlistable = (inventory: Inventory, slots: Uint32Array): number | null =>
  findOutOfOrder(inventory, slots, ({ vendor }) => vendor === 'intel');

/** The first slot of such a GPU that comes after one with a higher index on its node. */
export function findOutOfOrder(
  inventory: Inventory,
  slots: Uint32Array,
  isSuch: (gpu: InventoryGpu, node: number) => boolean,
): number | null {
  const lastIndex = new Map<number, number>();
  for (const slot of slots) {
    const node = inventory.nodeOfSlot[slot] ?? 0;
    const gpu = gpuAt(inventory, slot);
    if (gpu === null || !isSuch(gpu, node)) continue;
    if (gpu.index < (lastIndex.get(node) ?? -1)) return slot;
    lastIndex.set(node, gpu.index);
  }
  return null;
}

/** What is taken when the topology does not say; ranks with several GPUs see their own. */
export function defaultVisibility(
  facts: PlacementFacts,
  gpusPerRank: number | string,
): LaunchPlan['visibility'] {
  if (gpusPerRank !== 1) return 'own';
  const { migInstance, sharedGpu, unlistable } = facts;
  const isOrderable = migInstance === null && sharedGpu === null && unlistable === null;
  return isOrderable ? 'ordered' : 'isolated';
}

/** NCCL (RCCL under the same name) where it can run; for Intel GPUs no claim is made. */
export function defaultBackend({ cpuSlot, sharedGpu, migSibling, vendors }: PlacementFacts): Backend {
  if (cpuSlot !== null || sharedGpu !== null || migSibling !== null || vendors.size > 1) return 'gloo';
  return vendors.has('intel') ? 'none' : 'nccl';
}
