import { type Level, levelsOfSlots } from '../inventory/domains.ts';
import { gpuAt } from '../inventory/inventory.ts';
import { countSplitBlocks, fewestSplits, formBlocks } from './form-blocks.ts';
import { gatherByIsland } from './gather-by-domain.ts';
import type { MappingProblem } from './strategy.ts';

export interface Packing {
  readonly slots: Uint32Array;
  /** What the block of the slot at this position lies within, as the end of a reason; empty if the slots stay as they were. */
  readonly homeOf: (position: number) => string;
}

type PackingProblem = Pick<MappingProblem, 'mapping' | 'inventory' | 'groupSize'>;

export const unpacked = (slots: Uint32Array): Packing => ({ slots, homeOf: () => '' });

/**
 * Orders slots so that of the blocks of `launch.groupSize` ranks as few as possible leave a domain, at every level; `counted`
 * says whether nodes count as one. Slots that do so already stay as they are.
 */
export function packBlocks(
  problem: PackingProblem,
  slots: Uint32Array,
  counted: 'domains' | 'domains and nodes',
): Packing {
  const { inventory } = problem;
  const wanted = countBlocks(problem, slots);
  if (wanted === null) return unpacked(slots);
  const { size, count } = wanted;
  // From outside to inside: the levels of domains come first.
  const levelsOf = (of: Uint32Array) =>
    levelsOfSlots(inventory, of)
      .toReversed()
      .slice(0, counted === 'domains' ? inventory.levels.length : undefined);
  const isTight = ({ placeOfRank }: Level) =>
    countSplitBlocks(placeOfRank, size, count) === fewestSplits(placeOfRank, size, count);
  if (levelsOf(slots).every(isTight)) return unpacked(slots);
  const gathered = gatherByIsland(inventory, slots);
  const levels = levelsOf(gathered);
  const places = levels.map(({ placeOfRank }) => placeOfRank);
  const { items, home } = formBlocks(places, slots.length, size, count);
  return {
    slots: items.map((item) => gathered[item] ?? 0),
    homeOf: (position) => {
      const level = home[Math.floor(position / size)] ?? -1;
      return `; its block is ${level < 0 ? `across ${levels[0]?.name}s` : `in one ${levels[level]?.name}`}`;
    },
  };
}

/** How many slots a block has, and how many blocks are wanted; null if slots do not separate the blocks. */
function countBlocks({ mapping, inventory, groupSize }: PackingProblem, slots: Uint32Array) {
  const { ranksPerGpu, worldSize } = mapping;
  // A GPU that holds parts of two blocks, or CPU slots beside GPUs with several ranks: blocks are no whole numbers of slots.
  if (groupSize === null || groupSize % ranksPerGpu !== 0) return null;
  if (ranksPerGpu > 1 && slots.some((slot) => gpuAt(inventory, slot) === null)) return null;
  const ranks = worldSize ?? slots.length * ranksPerGpu;
  const size = groupSize / ranksPerGpu;
  const count = ranks / groupSize;
  return size < 2 || !Number.isInteger(count) || count * size > slots.length ? null : { size, count };
}
