import { numberDomains } from '../inventory/domains.ts';
import { gpuAt, type Inventory } from '../inventory/inventory.ts';
import { countSplitBlocks, fewestSplits, formBlocks } from './form-blocks.ts';
import type { MappingProblem } from './strategy.ts';

export interface Packing {
  readonly slots: Uint32Array;
  /** What the block of the slot at this position lies within; null where the slots stay as they were. */
  readonly homeOf: ((position: number) => string) | null;
}

/** Why a packed slot stands where it does; nothing where slots stay as they were. */
export const describeHome = (homeOf: Packing['homeOf'], position: number): string =>
  homeOf === null ? '' : `; its block is ${homeOf(position)}`;

/**
 * Orders slots so that of the blocks of `launch.groupSize` ranks as few as possible leave a domain, at every level; `levels`
 * says whether nodes count as one. Slots that do so already stay as they are.
 */
export function packBlocks(
  problem: Pick<MappingProblem, 'mapping' | 'inventory' | 'groupSize'>,
  slots: Uint32Array,
  counted: 'domains' | 'domains and nodes',
): Packing {
  const { inventory } = problem;
  const wanted = countBlocks(problem, slots);
  if (wanted === null) return { slots, homeOf: null };
  const { size, count } = wanted;
  const names = counted === 'domains' ? inventory.levels : [...inventory.levels, 'node'];
  const levels = levelsOfSlots(inventory, slots).slice(0, names.length);
  const isTight = (domains: Int32Array) =>
    countSplitBlocks(domains, size, count) === fewestSplits(domains, size, count);
  if (levels.every(isTight)) return { slots, homeOf: null };
  const { items, home } = formBlocks(levels, slots.length, size, count);
  return {
    slots: items.map((item) => slots[item] ?? 0),
    homeOf: (position) => {
      const level = home[Math.floor(position / size)] ?? -1;
      return level < 0 ? `across ${names[0]}s` : `in one ${names[level]}`;
    },
  };
}

/** How many slots a block has, and how many blocks are wanted; null where blocks cannot be told apart by slots. */
function countBlocks(
  { mapping, inventory, groupSize }: Parameters<typeof packBlocks>[0],
  slots: Uint32Array,
): { readonly size: number; readonly count: number } | null {
  const { ranksPerGpu, worldSize } = mapping;
  // A GPU that holds parts of two blocks, or CPU slots beside GPUs with several ranks: blocks are no whole numbers of slots.
  if (groupSize === null || groupSize % ranksPerGpu !== 0) return null;
  if (ranksPerGpu > 1 && slots.some((slot) => gpuAt(inventory, slot) === null)) return null;
  const ranks = worldSize ?? slots.length * ranksPerGpu;
  const size = groupSize / ranksPerGpu;
  const count = ranks / groupSize;
  return size < 2 || !Number.isInteger(count) || count * size > slots.length ? null : { size, count };
}

/** The domain of each slot at every level, and last its node. */
function levelsOfSlots({ nodes, levels, nodeOfSlot }: Inventory, slots: Uint32Array): readonly Int32Array[] {
  const nodesOf = Int32Array.from(slots, (slot) => nodeOfSlot[slot] ?? 0);
  const outer = numberDomains(nodes, levels.length).map((domains) =>
    nodesOf.map((node) => domains[node] ?? 0),
  );
  return [...outer, nodesOf];
}
