import { remember } from '../source/remember.ts';
import { hasIslands, type Inventory, type InventoryNode, islandAt } from './inventory.ts';

type Placed = Pick<InventoryNode, 'domain'>;

/**
 * The domains of nodes as numbers, level by level from outside to inside: nodes of one domain have one number. A node without a
 * name at a level stands for itself there.
 */
export function numberDomains(nodes: readonly Placed[], levels: number): readonly Int32Array[] {
  return Array.from({ length: levels }, (_, level) => {
    let next = 0;
    const numberOf = remember((_name: string) => next++);
    return Int32Array.from(nodes, ({ domain }) => {
      const name = domain[level] ?? null;
      return name === null ? next++ : numberOf(name);
    });
  });
}

/** A kind of place that ranks can be in together; ranks of one place have one number. */
export interface Level {
  /** `island`, `node`, or a level of the nodes' domains. */
  readonly name: string;
  readonly placeOfRank: Int32Array;
}

/** Where ranks on these slots are, from inside to outside; islands where a node has several. */
export function levelsOfSlots(inventory: Inventory, slots: Uint32Array): readonly Level[] {
  const { nodes, levels, nodeOfSlot } = inventory;
  const nodeOfRank = Int32Array.from(slots, (slot) => nodeOfSlot[slot] ?? 0);
  const domains = numberDomains(nodes, levels.length).map((numbers, level) => ({
    name: levels[level] ?? '',
    placeOfRank: nodeOfRank.map((node) => numbers[node] ?? 0),
  }));
  const inside = { name: 'node', placeOfRank: nodeOfRank };
  if (!hasIslands(inventory)) return [inside, ...domains.reverse()];
  const islands = Int32Array.from(slots, (slot) => islandAt(inventory, slot));
  return [{ name: 'island', placeOfRank: islands }, inside, ...domains.reverse()];
}

/**
 * Each domain that lies in two of the next level outside, once: at `level`, the one of `node` has another parent than that of
 * `first`. Without them the domains are a tree.
 */
export function findTwoParents(nodes: readonly Placed[], levels: number) {
  const found: { readonly level: number; readonly node: number; readonly first: number }[] = [];
  const numbers = numberDomains(nodes, levels);
  for (let level = 1; level < levels; level++) {
    const firstOf = new Map<number, number>();
    const reported = new Set<number>();
    for (let node = 0; node < nodes.length; node++) {
      const domain = numbers[level]?.[node] ?? -1;
      const first = firstOf.get(domain);
      if (first === undefined) firstOf.set(domain, node);
      else if (numbers[level - 1]?.[first] !== numbers[level - 1]?.[node] && !reported.has(domain)) {
        reported.add(domain);
        found.push({ level, node, first });
      }
    }
  }
  return found;
}
