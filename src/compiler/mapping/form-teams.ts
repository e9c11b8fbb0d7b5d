import { gpuAt, type Inventory } from '../inventory/inventory.ts';
import type { Mapping } from '../syntax/topology.ts';
import { groupBy } from '../values/lists.ts';

/** The GPUs of each rank, where it has several: its team. A CPU slot is a team of its own. */
export interface Teams {
  readonly heads: Uint32Array;
  /** The slots of each team by the first one; null if each rank has one slot. */
  readonly members: ReadonlyMap<number, ArrayLike<number>> | null;
  /** GPUs that make no whole team. */
  readonly left: Uint32Array;
}

/**
 * Forms the teams of each node: of its GPUs in the order of `slots` the first `gpusPerRank`, then the next ones, within
 * islands where links show them. In a team they stand as in the inventory, so that what a rank sees is no permutation of its node; heads are in inventory
 * order, too.
 */
export function formTeams(inventory: Inventory, slots: Uint32Array, gpusPerRank: Mapping['gpusPerRank']) {
  if (gpusPerRank === 1) return { heads: slots, members: null, left: new Uint32Array(0) };
  const members = new Map<number, ArrayLike<number>>();
  const left: number[] = [];
  for (const here of groupBy(slots, (slot) => inventory.nodeOfSlot[slot]).values()) {
    const gpus = here.filter((slot) => gpuAt(inventory, slot) !== null);
    const size = gpusPerRank === 'node' ? Math.max(1, gpus.length) : gpusPerRank;
    for (const lot of splitByIsland(inventory, gpus, size)) {
      const whole = lot.length - (lot.length % size);
      for (let at = 0; at < whole; at += size) {
        const team = Uint32Array.from(lot.slice(at, at + size)).sort();
        members.set(team[0] ?? 0, team);
      }
      for (const slot of lot.slice(whole)) left.push(slot);
    }
    for (const slot of here) if (gpuAt(inventory, slot) === null) members.set(slot, [slot]);
  }
  return { heads: Uint32Array.from(members.keys()).sort(), members, left: Uint32Array.from(left).sort() };
}

/**
 * The GPUs of a node that may be one team. Where links show islands a team is on one of them; where no island is large
 * enough, on as few as may be: island by island.
 */
function splitByIsland(inventory: Inventory, gpus: readonly number[], size: number) {
  const islands = [...groupBy(gpus, (slot) => gpuAt(inventory, slot)?.island ?? null).values()];
  return islands.some(({ length }) => length >= size) ? islands : [islands.flat()];
}

export const teamOf = (head: number, { members }: Pick<Teams, 'members'>): ArrayLike<number> =>
  members?.get(head) ?? [head];
