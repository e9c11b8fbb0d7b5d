import { numberDomains } from '../inventory/domains.ts';
import { hasIslands, type Inventory, islandAt, nodeAt } from '../inventory/inventory.ts';

/**
 * The slots domain by domain: at each level those of one domain are together, in the order in which the first of each comes. Within
 * the innermost domain they stay as they are.
 */
export function gatherByDomain(inventory: Inventory, slots: Uint32Array): Uint32Array {
  const { nodes, levels } = inventory;
  // What is together inside stays so: a domain lies in one of the next level.
  return numberDomains(nodes, levels.length).reduceRight(
    (gathered, domains) => gather(gathered, (slot) => domains[inventory.nodeOfSlot[slot] ?? 0] ?? 0),
    slots,
  );
}

/** The same node by node. */
export const gatherByNode = (inventory: Inventory, slots: Uint32Array): Uint32Array =>
  gather(slots, (slot) => inventory.nodeOfSlot[slot] ?? 0);

/** The same island by island; those of one node are neighbours, and stay so. */
export const gatherByIsland = (inventory: Inventory, slots: Uint32Array): Uint32Array =>
  hasIslands(inventory) ? gather(slots, (slot) => islandAt(inventory, slot)) : slots;

/** Slots of one number together, in the order in which the first of each comes. */
function gather(slots: Uint32Array, numberOf: (slot: number) => number): Uint32Array {
  const groups = new Map<number, number[]>();
  for (const slot of slots) {
    const number = numberOf(slot);
    const group = groups.get(number);
    if (group === undefined) groups.set(number, [slot]);
    else group.push(slot);
  }
  const gathered = new Uint32Array(slots.length);
  let count = 0;
  for (const group of groups.values()) for (const slot of group) gathered[count++] = slot;
  return gathered;
}

/** The innermost domain of each node; null where no node says where it is. */
export function innermostDomains({ nodes, levels }: Inventory): Int32Array | null {
  return numberDomains(nodes, levels.length).at(-1) ?? null;
}

/** `rack r2`: the innermost domain of a slot that has a name; null where there is none. */
export function nameDomain(inventory: Inventory, slot: number): string | null {
  const { domain } = nodeAt(inventory, slot);
  const level = domain.findLastIndex((name) => name !== null);
  return level < 0 ? null : `${inventory.levels[level]} ${domain[level]}`;
}
