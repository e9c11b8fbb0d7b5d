import type { Inventory, InventoryGpu, InventoryNode } from '../inventory/inventory.ts';
import { remember } from '../source/remember.ts';
import type { GpuFacts, Mapping } from '../syntax/topology.ts';
import { toDecimal } from '../values/decimal.ts';
import { groupBy } from '../values/lists.ts';

/*
 * Two measurements of one card never agree, so decisions that compare measured figures would move with every one. Cards
 * of one model are a class: they count as one figure, the pace, unless they are slower than its median by more than the
 * tolerance. A faster card gains nothing by standing for itself, as the others are waited for, and would pass its place on
 * with each measurement. Inventories remember what a card usually has, so that slow ones and medians hold still, too.
 */

/** The GPUs of one model that count as equal. */
export interface PaceClass {
  readonly model: string;
  /** The lowest figure that belongs to it. */
  readonly from: number;
  /** What each of them counts as. */
  readonly pace: number;
  /** How many cards are within the tolerance of the median, on both sides. */
  readonly near: number;
  /** All GPUs of the model that were measured. */
  readonly measured: number;
}

/** Whether any figure that `by` names was measured; `memory` is known, and not measured. */
export const isMeasured = (inventory: Inventory, by: string): boolean =>
  by !== 'memory' && listGpus(inventory).some((gpus) => gpus.some((gpu) => methodOf(gpu, by) !== null));

/** The inventory with the pace of each GPU that was measured; the very same where none was. */
export function normalizeScores<N extends InventoryNode>(
  inventory: Inventory<N>,
  models: ReadonlyMap<string, GpuFacts>,
  { by, tolerance }: Pick<Mapping, 'by' | 'tolerance'>,
): Inventory<N> {
  if (tolerance === 0 || !isMeasured(inventory, by)) return inventory;
  const classes = classifyGpus(inventory, models, by, tolerance);
  const settleGpu = (gpu: InventoryGpu): InventoryGpu => {
    if (methodOf(gpu, by) === null) return gpu;
    const found = classes.get(classKey(gpu, by) ?? '');
    return { ...gpu, pace: settle(usualOf(gpu, by, tolerance), tolerance, found) };
  };
  const settled = remember((gpus: readonly InventoryGpu[]) => gpus.map(settleGpu));
  return { ...inventory, nodes: inventory.nodes.map((node) => ({ ...node, gpus: settled(node.gpus) })) };
}

/** The class of each model by `classKey`. A card without a model is like no other. */
export function classifyGpus(
  { nodes }: Inventory,
  models: ReadonlyMap<string, GpuFacts>,
  by: string,
  tolerance: number,
): ReadonlyMap<string, PaceClass> {
  const all = nodes.flatMap(({ gpus }) => gpus);
  const classes = new Map<string, PaceClass>();
  for (const [key, gpus] of groupBy(all, (gpu) => classKey(gpu, by))) {
    if (key === null) continue;
    const model = key.slice(key.lastIndexOf('\n') + 1);
    const written = models.get(model)?.metrics?.get(by)?.value ?? null; // what the topology gives the model
    const figures = Float64Array.from(gpus, (gpu) => usualOf(gpu, by, tolerance)).sort();
    // The lower one of two in the middle: their mean may be a figure that no card is near.
    const median = figures[(figures.length - 1) >> 1] ?? Number.NaN;
    const isLike = (figure: number) => isNear(figure, median, tolerance);
    const pace = written !== null && isLike(written) ? written : roundFigure(median, tolerance);
    const from = median * (1 - tolerance);
    classes.set(key, { model, from, pace, near: figures.filter(isLike).length, measured: figures.length });
  }
  return classes;
}

/**
 * Figures move a little with each measurement, medians too, and shares with them. So they are rounded: to the longest of the steps 1, 2
 * and 5 times a power of ten that is no longer than the tolerance, halves up. What is off by rounding is half of that at most. It is done
 * with decimals: 0.15 is not half of a step in binary fractions, and products are not exact.
 */
export function roundFigure(figure: number, tolerance: number): number {
  const [own, part] = [toDecimal(figure), toDecimal(tolerance)];
  const longest = String(own.mantissa * part.mantissa);
  const first = Number(longest[0]);
  const digit = first >= 5 ? 5 : first >= 2 ? 2 : 1;
  const exponent = longest.length - 1 + own.exponent + part.exponent;
  const scale = 10n ** BigInt(Math.abs(own.exponent - exponent));
  const [numerator, step] =
    own.exponent < exponent ? [own.mantissa, BigInt(digit) * scale] : [own.mantissa * scale, BigInt(digit)];
  const steps = (2n * numerator + step) / (2n * step);
  const rounded = Number(`${steps * BigInt(digit)}e${exponent}`);
  return Number.isFinite(rounded) && rounded > 0 ? rounded : figure;
}

/** Cards of a class are of one model, and were measured in one way; null for those that are in none. */
export function classKey(gpu: InventoryGpu, by: string): string | null {
  const method = methodOf(gpu, by);
  return method === null || gpu.model === null ? null : `${method}\n${gpu.model}`;
}

/** Null if the figure itself is taken: rounded, a card that is slower than its class could be as fast. */
function settle(figure: number, tolerance: number, found: PaceClass | undefined): number | null {
  if (found !== undefined && figure >= found.from) return found.pace;
  const rounded = roundFigure(figure, tolerance);
  return found === undefined || rounded < found.pace ? rounded : null;
}

/** Nodes of one kind share their list. */
export const listGpus = ({ nodes }: Inventory): readonly (readonly InventoryGpu[])[] => [
  ...new Set(nodes.map(({ gpus }) => gpus)),
];

const methodOf = (gpu: InventoryGpu, by: string): string | null => gpu.metrics.get(by)?.method ?? null;

/** The figure that classes are made of: what the card usually has, while what was measured is near it. */
export function usualOf(gpu: InventoryGpu, by: string, tolerance: number): number {
  const { value = Number.NaN, usual = value } = gpu.metrics.get(by) ?? {};
  return isNear(value, usual, tolerance) ? usual : value;
}

/** Whether a figure is within the tolerance of another one. */
export const isNear = (figure: number, of: number, tolerance: number): boolean =>
  of * (1 - tolerance) <= figure && figure <= of * (1 + tolerance);

/**
 * By how much the cards of a machine as a whole became faster or slower (-0.04): that of the card in the middle, where more
 * than half of them moved that way. Null if that is too little, or there is one card. Two measurements of a card differ
 * by 1.4 % where each scatters by 1 %, so it is no chance that most cards of a machine moved by so much and in one direction.
 */
export function findShift(ratios: readonly number[]): number | null {
  if (ratios.length < 2) return null;
  const sorted = Float64Array.from(ratios).sort();
  // If two are in the middle, take the one that is nearer to no change; 0 if they differ in direction.
  const low = (sorted[(sorted.length - 1) >> 1] ?? 1) - 1;
  const high = (sorted[sorted.length >> 1] ?? 1) - 1;
  const shift = Math.max(low, 0) + Math.min(high, 0);
  return Math.abs(shift) < 0.03 ? null : shift;
}
