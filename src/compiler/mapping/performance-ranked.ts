import { gpuAt, type Inventory, type InventoryGpu } from '../inventory/inventory.ts';
import { metricOf, requireMetric } from './metric.ts';
import type { Strategy } from './strategy.ts';

export const performanceRanked: Strategy = {
  name: 'performance-ranked',
  summary:
    'the fastest GPUs of the whole cluster first, by the metric under `by`, which every GPU needs: `block` then goes node by node, `score` keeps that order',
  orders: ['block', 'score'],
  keys: ['by', 'worldSize', 'exclude'],
  ranked: true,
  order(problem, order, wanted) {
    const { mapping, inventory, candidates } = problem;
    const { by } = mapping;
    const gpus = candidates.filter((slot) => gpuAt(inventory, slot) !== null);
    // Without figures there is no order, but still so many slots.
    const ranking = requireMetric(gpus, by, problem) ? rankByMetric(inventory, gpus, by) : gpus;
    const selected = ranking.subarray(0, wanted(ranking));
    const slots = order === 'block' ? groupByNode(inventory, selected) : selected;
    let place: ReadonlyMap<number, number> | null = null; // only those who explain need it
    const why = (position: number) => {
      place ??= new Map(Array.from(selected, (slot, i) => [slot, i + 1]));
      const slot = slots[position] ?? 0;
      return `${by} ${metricOf(gpuAt(inventory, slot) as InventoryGpu, by)}, place ${place.get(slot)} of ${gpus.length}`;
    };
    return { slots, why, available: gpus.length };
  },
};

/**
 * Highest first, ties in inventory order. A counting sort over the distinct figures: stable by construction, no
 * comparator, and linear for clusters, which have few kinds of GPU.
 */
function rankByMetric(inventory: Inventory, slots: Uint32Array, by: string): Uint32Array {
  const figures = new Float64Array(slots.length);
  let previous: InventoryGpu | null = null;
  slots.forEach((slot, i) => {
    const gpu = gpuAt(inventory, slot) as InventoryGpu;
    figures[i] = gpu === previous ? (figures[i - 1] ?? 0) : metricOf(gpu, by);
    previous = gpu;
  });
  const distinct = Float64Array.from(new Set(figures)).sort().reverse();
  const bucketOf = new Map<number, number>();
  distinct.forEach((figure, bucket) => {
    bucketOf.set(figure, bucket);
  });
  const next = new Uint32Array(distinct.length + 1);
  for (const figure of figures) {
    const bucket = (bucketOf.get(figure) ?? 0) + 1;
    next[bucket] = (next[bucket] ?? 0) + 1;
  }
  for (let bucket = 1; bucket < next.length; bucket++)
    next[bucket] = (next[bucket] ?? 0) + (next[bucket - 1] ?? 0);
  const ranking = new Uint32Array(slots.length);
  figures.forEach((figure, i) => {
    const bucket = bucketOf.get(figure) ?? 0;
    const at = next[bucket] ?? 0;
    ranking[at] = slots[i] ?? 0;
    next[bucket] = at + 1;
  });
  return ranking;
}

/** Node by node in the order of first appearance, which is that of each node's best GPU. */
function groupByNode(inventory: Inventory, ranking: Uint32Array): Uint32Array {
  const groups = new Map<number, number[]>();
  for (const slot of ranking) {
    const node = inventory.nodeOfSlot[slot] ?? 0;
    const group = groups.get(node);
    if (group === undefined) groups.set(node, [slot]);
    else group.push(slot);
  }
  const grouped = new Uint32Array(ranking.length);
  let count = 0;
  for (const group of groups.values()) for (const slot of group) grouped[count++] = slot;
  return grouped;
}
