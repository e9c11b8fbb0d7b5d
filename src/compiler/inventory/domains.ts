import { remember } from '../source/remember.ts';
import type { InventoryNode } from './inventory.ts';

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
