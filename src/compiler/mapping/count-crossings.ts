import { numberDomains } from '../inventory/domains.ts';
import { hasIslands, type Inventory, islandAt } from '../inventory/inventory.ts';
import type { Dimension } from './divide-ranks.ts';
import { crosses, fewestSplits } from './form-blocks.ts';
import { type RankMap, slotsOfRank } from './map-ranks.ts';

/** A kind of place that ranks can be in together; ranks of one place have one number. */
export interface Level {
  /** `island`, `node`, or a level of the nodes' domains. */
  readonly name: string;
  readonly placeOfRank: Int32Array;
}

/** From inside to outside; islands where a node has several. */
export function listLevels(inventory: Inventory, ranks: RankMap): readonly Level[] {
  const { levels, nodes } = inventory;
  const { nodeOfRank } = ranks;
  const domains = numberDomains(nodes, levels.length).map((domain, level) => ({
    name: levels[level] ?? '',
    placeOfRank: nodeOfRank.map((node) => domain[node] ?? 0),
  }));
  const islands = findIslandsOfRanks(inventory, ranks);
  return [
    ...(islands === null ? [] : [{ name: 'island', placeOfRank: islands }]),
    { name: 'node', placeOfRank: nodeOfRank },
    ...domains.reverse(),
  ];
}

/** Null if no node has several. A rank with GPUs of several islands is in a place of its own: below 0. */
function findIslandsOfRanks(inventory: Inventory, ranks: RankMap): Int32Array | null {
  if (!hasIslands(inventory)) return null;
  const { slotOfRank, starts } = ranks;
  return Int32Array.from(slotOfRank, (slot, rank) => {
    const island = islandAt(inventory, slot);
    const isOne =
      starts === null || slotsOfRank(ranks, rank).every((other) => islandAt(inventory, other) === island);
    return isOne ? island : -1 - rank;
  });
}

export interface Crossings {
  readonly groups: number;
  /** How many groups have ranks in several places. */
  readonly crossing: number;
  /** The first rank of the first of them; -1 where none has. */
  readonly first: number;
  /** No order of the same slots has fewer: a place with p ranks holds at most ⌊p / size⌋ groups. */
  readonly atLeast: number;
}

/** Counts the groups of a dimension that cross a level. Takes linear time. */
export function countCrossings({ size, stride }: Dimension, { placeOfRank }: Level): Crossings {
  const worldSize = placeOfRank.length;
  let crossing = 0;
  let first = -1;
  for (let start = 0; start < worldSize; start += size * stride) {
    for (let rank = start; rank < start + stride; rank++) {
      if (!crosses(placeOfRank, rank, rank + size * stride, stride)) continue;
      crossing++;
      if (first < 0) first = rank;
    }
  }
  const groups = worldSize / size;
  return { groups, crossing, first, atLeast: fewestSplits(placeOfRank, size, groups) };
}
