import { type Level, levelsOfSlots } from '../inventory/domains.ts';
import { type Inventory, islandAt } from '../inventory/inventory.ts';
import type { Dimension } from './divide-ranks.ts';
import { crosses, fewestSplits } from './form-blocks.ts';
import { type RankMap, slotsOfRank } from './map-ranks.ts';

/** From inside to outside; islands where a node has several. A rank with GPUs of several is in a place of its own: below 0. */
export function listLevels(inventory: Inventory, ranks: RankMap): readonly Level[] {
  const isOnOne = (island: number, rank: number): boolean =>
    slotsOfRank(ranks, rank).every((slot) => islandAt(inventory, slot) === island);
  return levelsOfSlots(inventory, ranks.slotOfRank).map(({ name, placeOfRank }) =>
    name === 'island' && ranks.starts !== null
      ? { name, placeOfRank: placeOfRank.map((island, rank) => (isOnOne(island, rank) ? island : -1 - rank)) }
      : { name, placeOfRank },
  );
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
