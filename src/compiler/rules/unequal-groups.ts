import { gpuAt, type InventoryGpu, slotName } from '../inventory/inventory.ts';
import { type RankMap, slotsOfRank } from '../mapping/map-ranks.ts';
import { paceOf } from '../mapping/metric.ts';
import type { MappedContext } from './rule.ts';

/** What a block does it does together: its fastest GPUs wait for its slowest. */
export function unequalGroups(context: MappedContext): void {
  const { settings, ranks, places, report } = context;
  const { groupSize } = settings.launch;
  if (groupSize === null || groupSize < 2 || ranks.worldSize % groupSize !== 0) return;
  const found = findUnequal(context, groupSize);
  if (found === null) return;
  const { count, first, one, other } = found;
  const message = `${count} of ${ranks.worldSize / groupSize} blocks of ${groupSize} ranks ${count === 1 ? 'has' : 'have'} unequal GPUs`;
  report.warning('RP3043', places.setting('launch', 'groupSize'), message, {
    notes: [
      `ranks ${first} to ${first + groupSize - 1} are on ${one} and ${other}, and go at the pace of the slowest`,
    ],
    help: 'put equal GPUs together: list nodes and GPUs by model, exclude the slower ones, or set `strategy: performance-ranked`',
  });
}

interface Unequal {
  readonly count: number;
  /** The first rank of the first such block, and two of its GPUs. */
  readonly first: number;
  readonly one: string;
  readonly other: string;
}

function findUnequal({ settings, inventory, ranks }: MappedContext, size: number): Unequal | null {
  const { by } = settings.mapping;
  const describe = (slot: number, gpu: InventoryGpu) => {
    const figure = paceOf(gpu, by);
    const facts = [gpu.model ?? 'no model', ...(Number.isNaN(figure) ? [] : [`${by} ${figure}`])];
    return `${slotName(inventory, slot)} (${facts.join(', ')})`;
  };
  let count = 0;
  let start = 0;
  let pair: readonly [Placed, Placed] | null = null;
  for (let first = 0; first < ranks.worldSize; first += size) {
    const unequal = findPair(first, size, ranks, (slot) => gpuAt(inventory, slot), by);
    if (unequal === null) continue;
    if (pair === null) [start, pair] = [first, unequal];
    count++;
  }
  return pair === null
    ? null
    : { count, first: start, one: describe(...pair[0]), other: describe(...pair[1]) };
}

type Placed = readonly [slot: number, gpu: InventoryGpu];

/** The first GPU of a block, and one that is not equal to it. */
function findPair(
  first: number,
  size: number,
  ranks: RankMap,
  gpuOf: (slot: number) => InventoryGpu | null,
  by: string,
): readonly [Placed, Placed] | null {
  let one: Placed | null = null;
  for (let rank = first; rank < first + size; rank++) {
    for (const slot of slotsOfRank(ranks, rank)) {
      const gpu = gpuOf(slot);
      if (gpu === null || gpu === one?.[1]) continue;
      if (one === null) one = [slot, gpu];
      else if (!isEqual(one[1], gpu, by)) return [one, [slot, gpu]];
    }
  }
  return null;
}

/** Figures say it, as far as both have one; models else. Memory is no pace. */
function isEqual(one: InventoryGpu, other: InventoryGpu, by: string): boolean {
  const [a, b] = by === 'memory' ? [Number.NaN, Number.NaN] : [paceOf(one, by), paceOf(other, by)];
  return Number.isNaN(a) || Number.isNaN(b) ? one.model === other.model : a === b;
}
