import { gpuAt, type Inventory, slotCount } from '../inventory/inventory.ts';
import type { Mapping } from '../syntax/topology.ts';
import { groupBy } from '../values/lists.ts';

/** The GPUs of each rank, where it has several: its team. A CPU slot is a team of its own. */
export interface Teams {
  /** The first slot of each team. */
  readonly heads: Uint32Array;
  /** By slot: the next GPU of its team, or -1 at the end; null where each rank has one slot. */
  readonly next: Int32Array | null;
  /** GPUs that make no whole team. */
  readonly left: Uint32Array;
}

const NONE = new Uint32Array(0);

/**
 * Forms the teams of each node: of its GPUs in the order of `slots` the first `gpusPerRank`, then the next ones, within
 * islands where links show them. In a team they stand as in the inventory, so that what a rank sees is no permutation of its node; heads are in inventory
 * order, too.
 */
export function formTeams(
  inventory: Inventory,
  slots: Uint32Array,
  gpusPerRank: Mapping['gpusPerRank'],
): Teams {
  if (gpusPerRank === 1) return { heads: slots, next: null, left: NONE };
  const next = new Int32Array(slotCount(inventory)).fill(-1);
  const heads = new Uint32Array(slots.length);
  const left = new Uint32Array(slots.length);
  let teams = 0;
  let leftOver = 0;
  for (const here of splitByNode(inventory, slots)) {
    const gpus = here.filter((slot) => gpuAt(inventory, slot) !== null);
    const size = gpusPerRank === 'node' ? Math.max(1, gpus.length) : gpusPerRank;
    for (const lot of splitByIsland(inventory, gpus, size)) {
      let taken = 0;
      for (; taken + size <= lot.length; taken += size)
        heads[teams++] = linkTeam(lot.subarray(taken, taken + size).sort(), next);
      for (; taken < lot.length; taken++) left[leftOver++] = lot[taken] ?? 0;
    }
    for (const slot of here) if (gpuAt(inventory, slot) === null) heads[teams++] = slot;
  }
  return { heads: heads.subarray(0, teams).sort(), next, left: left.subarray(0, leftOver) };
}

/**
 * The GPUs of a node that may be one team. Where links show islands a team is on one of them; where no island is large
 * enough, on as few as may be: island by island.
 */
function splitByIsland(inventory: Inventory, gpus: Uint32Array, size: number): readonly Uint32Array[] {
  const islandOf = (slot: number) => gpuAt(inventory, slot)?.island ?? null;
  const first = islandOf(gpus[0] ?? 0);
  if (gpus.every((slot) => islandOf(slot) === first)) return [gpus];
  const islands = [...groupBy(gpus, islandOf).values()];
  return islands.some(({ length }) => length >= size)
    ? islands.map((island) => Uint32Array.from(island))
    : [Uint32Array.from(islands.flat())];
}

/** Makes a team of `gpus`, in this order; returns its head. */
export function linkTeam(gpus: ArrayLike<number>, next: Int32Array): number {
  for (let i = 1; i < gpus.length; i++) next[gpus[i - 1] ?? 0] = gpus[i] ?? 0;
  return gpus[0] ?? 0;
}

/** The slots of the team with this head, in order. */
export function* teamOf(head: number, next: Teams['next']): Iterable<number> {
  for (let slot = head; slot >= 0; slot = next?.[slot] ?? -1) yield slot;
}

/** The slots of each node, in their order: a counting sort. */
function* splitByNode(inventory: Inventory, slots: Uint32Array): Iterable<Uint32Array> {
  const ends = new Uint32Array(inventory.nodes.length + 1);
  const nodeOf = (slot: number) => inventory.nodeOfSlot[slot] ?? 0;
  for (const slot of slots) ends[nodeOf(slot) + 1] = (ends[nodeOf(slot) + 1] ?? 0) + 1;
  for (let node = 1; node < ends.length; node++) ends[node] = (ends[node] ?? 0) + (ends[node - 1] ?? 0);
  const sorted = new Uint32Array(slots.length);
  for (const slot of slots) {
    const at = ends[nodeOf(slot)] ?? 0;
    sorted[at] = slot;
    ends[nodeOf(slot)] = at + 1;
  }
  // Each start has moved to the end of its node.
  let start = 0;
  for (const end of ends.subarray(0, inventory.nodes.length)) {
    if (end > start) yield sorted.subarray(start, end);
    start = end;
  }
}
