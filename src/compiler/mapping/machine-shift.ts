/**
 * By how much the cards of a machine as a whole became faster or slower (-0.04): that of the card in the middle, where more
 * than half of them moved that way. Null where that is too little, or there is one card. Two measurements of a card differ
 * by 1.4 % where each scatters by 1 %, so it is no chance that most cards of a machine moved by so much and in one direction.
 */
export function findShift(ratios: readonly number[]): number | null {
  if (ratios.length < 2) return null;
  const sorted = Float64Array.from(ratios).sort();
  // Of two in the middle the one that is nearer to no change.
  const low = (sorted[(sorted.length - 1) >> 1] ?? 1) - 1;
  const high = (sorted[sorted.length >> 1] ?? 1) - 1;
  const shift = Math.max(low, 0) + Math.min(high, 0);
  return Math.abs(shift) < LEAST_SHIFT ? null : shift;
}

const LEAST_SHIFT = 0.03;
