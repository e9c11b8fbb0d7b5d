import type { SlotUniverse } from './slot-universe.ts';

/**
 * The fewest slots that, put elsewhere in OLD's order, give NEW's, of those that both plans have: all but a longest
 * increasing subsequence. In the order of NEW, which is that of the numbers.
 */
export function listMisplaced(
  { sequence }: SlotUniverse,
  inOld: Uint8Array,
  inNew: Uint8Array,
): readonly number[] {
  const shared = [...sequence.old.filter((slot) => inOld[slot] === 1 && inNew[slot] === 1)];
  // ends[k] is the least slot with which an increasing run of k + 1 slots ends so far.
  const ends: number[] = [];
  const lengthAt = shared.map((slot) => {
    const at = firstNotBelow(ends, slot);
    ends[at] = slot;
    return at + 1;
  });
  const kept = new Set<number>();
  for (let i = shared.length - 1, wanted = ends.length; wanted > 0; i--) {
    if (lengthAt[i] !== wanted) continue;
    kept.add(shared[i] ?? 0);
    wanted--;
  }
  return shared.filter((slot) => !kept.has(slot)).sort((a, b) => a - b);
}

function firstNotBelow(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
