import { numberDomains } from '../inventory/domains.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { RankMap } from './map-ranks.ts';

/** How many blocks of consecutive ranks leave their domain at one level. */
export interface Splits {
  /** A level of the inventory, or `node`. */
  readonly level: string;
  readonly blocks: number;
  /** First ranks of the blocks that are split. */
  readonly split: readonly number[];
  /** No order of the same slots splits fewer. */
  readonly atLeast: number;
}

/**
 * Counts split blocks level by level, from outside to the node. The bound: a block that is not split lies in one domain, and a domain
 * with u ranks holds at most ⌊u / size⌋ such blocks. Ranks behind the last whole block count for none.
 */
export function countSplits(inventory: Inventory, ranks: RankMap, size: number): readonly Splits[] {
  const { nodes, levels } = inventory;
  const nodeNumbers = Int32Array.from(nodes, (_, node) => node);
  return [...numberDomains(nodes, levels.length), nodeNumbers].map((domains, i) => ({
    level: levels[i] ?? 'node',
    ...countAt(domains, ranks, size),
  }));
}

function countAt(
  domains: Int32Array,
  { nodeOfRank, worldSize }: RankMap,
  size: number,
): Omit<Splits, 'level'> {
  const blocks = Math.floor(worldSize / size);
  const used = new Int32Array(domains.length);
  const split: number[] = [];
  for (let first = 0; first < worldSize; first += size) {
    const end = Math.min(first + size, worldSize);
    const home = domains[nodeOfRank[first] ?? 0] ?? 0;
    let isSplit = false;
    for (let rank = first; rank < end; rank++) {
      const domain = domains[nodeOfRank[rank] ?? 0] ?? 0;
      used[domain] = (used[domain] ?? 0) + 1;
      isSplit ||= domain !== home;
    }
    if (isSplit && end - first === size) split.push(first);
  }
  const whole = used.reduce((sum, ranks) => sum + Math.floor(ranks / size), 0);
  return { blocks, split, atLeast: Math.max(0, blocks - whole) };
}
