import { numberDomains } from '../inventory/domains.ts';
import { type Inventory, nodeAt } from '../inventory/inventory.ts';

/**
 * The slots domain by domain: at each level those of one domain are together, in the order in which the first of each comes. Within
 * the innermost domain they stay as they are.
 */
export function gatherByDomain(inventory: Inventory, slots: Uint32Array): Uint32Array {
  const { nodes, levels } = inventory;
  // What is together inside stays so: a domain lies in one of the next level.
  return numberDomains(nodes, levels.length).reduceRight(
    (gathered, domains) => gather(inventory, gathered, domains),
    slots,
  );
}

/** The same node by node. */
export const gatherByNode = (inventory: Inventory, slots: Uint32Array): Uint32Array =>
  gather(inventory, slots, null);

/** Slots of one number together, in the order in which the first of each comes; null numbers the nodes. */
function gather({ nodeOfSlot }: Inventory, slots: Uint32Array, numbers: Int32Array | null): Uint32Array {
  const groups = new Map<number, number[]>();
  for (const slot of slots) {
    const node = nodeOfSlot[slot] ?? 0;
    const number = numbers === null ? node : (numbers[node] ?? 0);
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
