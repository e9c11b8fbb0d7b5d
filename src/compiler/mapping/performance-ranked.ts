import { gpuAt, type Inventory, type InventoryGpu, slotCount } from '../inventory/inventory.ts';
import { formTeams, type Teams, teamOf } from './form-teams.ts';
import { gatherByDomain, gatherByNode } from './gather-by-domain.ts';
import { addFigures, paceOf, requireMetric } from './metric.ts';
import { describeHome, packBlocks } from './pack-blocks.ts';
import type { Strategy } from './strategy.ts';

export const performanceRanked: Strategy = {
  name: 'performance-ranked',
  summary:
    'the fastest GPUs of the whole cluster first, by the metric under `by`, which every GPU needs: `block` then goes node by node, `score` keeps that order',
  orders: ['block', 'score'],
  keys: ['by', 'tolerance', 'worldSize', 'exclude'],
  ranked: true,
  order(problem, order, wanted) {
    const { mapping, inventory, candidates } = problem;
    const { by } = mapping;
    const gpus = gatherByDomain(
      inventory,
      candidates.filter((slot) => gpuAt(inventory, slot) !== null),
    );
    // Without figures there is no order, but still so many slots.
    const isSound = requireMetric(gpus, by, problem);
    const ranked = isSound ? rankByFigure(gpus, figureOfGpu(inventory, by)) : gpus;
    const teams = formTeams(inventory, ranked, mapping.gpusPerRank);
    const figureOf = figureOfTeam(inventory, teams, by);
    const ranking =
      teams.next !== null && isSound
        ? rankByFigure(gatherByDomain(inventory, teams.heads), figureOf)
        : teams.heads;
    const selected = ranking.subarray(0, wanted(ranking));
    const { slots, homeOf } =
      order === 'block'
        ? packBlocks(
            problem,
            gatherByDomain(inventory, gatherByNode(inventory, selected)),
            'domains and nodes',
          )
        : { slots: selected, homeOf: null };
    let places: Uint32Array | null = null; // only those who explain need it
    const why = (position: number) => {
      places ??= placesBySlot(selected, slotCount(inventory));
      const slot = slots[position] ?? 0;
      return `${by} ${figureOf(slot)}${countTeam(slot, teams)}, place ${places[slot]} of ${ranking.length}${describeHome(homeOf, position)}`;
    };
    return { slots, teams, why, available: ranking.length };
  },
};

/** From 1; a map of a million slots would take longer than the ranking. */
function placesBySlot(selected: Uint32Array, slots: number): Uint32Array {
  const places = new Uint32Array(slots);
  selected.forEach((slot, i) => {
    places[slot] = i + 1;
  });
  return places;
}

/**
 * Highest first, ties in inventory order. A counting sort over the distinct figures: stable by construction, no
 * comparator, and linear for clusters, which have few kinds of GPU.
 */
function rankByFigure(slots: Uint32Array, figureOf: (slot: number) => number): Uint32Array {
  const figures = new Float64Array(slots.length);
  slots.forEach((slot, i) => {
    figures[i] = figureOf(slot);
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

/** The figure of one GPU; neighbours often are of one kind. */
function figureOfGpu(inventory: Inventory, by: string): (slot: number) => number {
  let previous: InventoryGpu | null = null;
  let figure = Number.NaN;
  return (slot) => {
    const gpu = gpuAt(inventory, slot) as InventoryGpu;
    if (gpu !== previous) figure = paceOf(gpu, by);
    previous = gpu;
    return figure;
  };
}

/** The figure of the team with this head: those of its GPUs together. */
function figureOfTeam(inventory: Inventory, { next }: Teams, by: string): (head: number) => number {
  const figureOf = figureOfGpu(inventory, by);
  if (next === null) return figureOf;
  return (head) => addFigures(teamOf(head, next), figureOf);
}

/** How many GPUs have the figure together; nothing for one. */
function countTeam(head: number, { next }: Teams): string {
  if (next === null) return '';
  const { length } = [...teamOf(head, next)];
  return length === 1 ? '' : ` of ${length} GPUs`;
}
