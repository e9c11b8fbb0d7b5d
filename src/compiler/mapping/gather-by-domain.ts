import { numberDomains } from '../inventory/domains.ts';
import { hasIslands, type Inventory, islandAt, nodeAt } from '../inventory/inventory.ts';
import { groupBy } from '../values/lists.ts';

/**
 * The slots domain by domain: at each level those of one domain are together, in the order in which the first of each comes. Within
 * the innermost domain they stay as they are.
 */
export function gatherByDomain(inventory: Inventory, slots: Uint32Array): Uint32Array {
  const { nodes, levels } = inventory;
  // Slots of an inner domain stay together, because it lies in one domain of the next level.
  return numberDomains(nodes, levels.length).reduceRight(
    (gathered, domains) => gather(gathered, (slot) => domains[inventory.nodeOfSlot[slot] ?? 0] ?? 0),
    slots,
  );
}

/** The same island by island; those of one node are neighbours, and stay so. */
export const gatherByIsland = (inventory: Inventory, slots: Uint32Array): Uint32Array =>
  hasIslands(inventory) ? gather(slots, (slot) => islandAt(inventory, slot)) : slots;

/** Slots of one number together: numbers in the order in which the first of each comes, or by `compare`. */
export function gather(
  slots: Uint32Array,
  numberOf: (slot: number) => number,
  compare?: (a: number, b: number) => number,
): Uint32Array {
  const groups = groupBy(slots, numberOf);
  const ordered = compare === undefined ? groups.keys() : [...groups.keys()].sort(compare);
  const gathered = new Uint32Array(slots.length);
  let count = 0;
  for (const number of ordered) for (const slot of groups.get(number) ?? []) gathered[count++] = slot;
  return gathered;
}

/** `rack r2`: the innermost domain of a slot that has a name; null if there is none. */
export function nameDomain(inventory: Inventory, slot: number): string | null {
  const { domain } = nodeAt(inventory, slot);
  const level = domain.findLastIndex((name) => name !== null);
  return level < 0 ? null : `${inventory.levels[level]} ${domain[level]}`;
}
