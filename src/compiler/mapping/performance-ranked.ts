import { gpuAt, type Inventory, type InventoryGpu, slotCount } from '../inventory/inventory.ts';
import { formTeams, type Teams, teamOf } from './form-teams.ts';
import { gather, gatherByDomain } from './gather-by-domain.ts';
import { addFigures, paceOf, requireMetric } from './metric.ts';
import { packBlocks, unpacked } from './pack-blocks.ts';
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
    const isGpu = (slot: number) => gpuAt(inventory, slot) !== null;
    const gpus = gatherByDomain(inventory, candidates.filter(isGpu));
    // Without figures there is no order, but still so many slots.
    const isSound = requireMetric(gpus, by, problem);
    const ranked = isSound ? rankByFigure(gpus, figureOfGpu(inventory, by)) : gpus;
    const teams = formTeams(inventory, ranked, mapping.gpusPerRank);
    const figureOf = figureOfTeam(inventory, teams, by);
    const isOfTeams = teams.members !== null && isSound;
    const ranking = isOfTeams ? rankByFigure(gatherByDomain(inventory, teams.heads), figureOf) : teams.heads;
    const selected = ranking.subarray(0, wanted(ranking));
    const byNode = () => gather(selected, (slot) => inventory.nodeOfSlot[slot] ?? 0);
    const packNodes = () => packBlocks(problem, gatherByDomain(inventory, byNode()), 'domains and nodes');
    const { slots, homeOf } = order === 'block' ? packNodes() : unpacked(selected);
    let places: Uint32Array | null = null; // only those who explain need it
    const why = (position: number) => {
      places ??= placesBySlot(selected, slotCount(inventory));
      const slot = slots[position] ?? 0;
      return `${by} ${figureOf(slot)}${countTeam(slot, teams)}, place ${places[slot]} of ${ranking.length}${homeOf(position)}`;
    };
    return { slots, teams, why };
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

/** Highest first, ties in inventory order; linear for clusters, which have few kinds of GPU. */
const rankByFigure = (slots: Uint32Array, figureOf: (slot: number) => number): Uint32Array =>
  gather(slots, figureOf, (a, b) => b - a);

const figureOfGpu =
  (inventory: Inventory, by: string) =>
  (slot: number): number =>
    paceOf(gpuAt(inventory, slot) as InventoryGpu, by);

/** The figure of the team with this head: those of its GPUs together. */
function figureOfTeam(inventory: Inventory, teams: Teams, by: string): (head: number) => number {
  const figureOf = figureOfGpu(inventory, by);
  return teams.members === null ? figureOf : (head) => addFigures(Array.from(teamOf(head, teams)), figureOf);
}

/** How many GPUs have the figure together; nothing for one. */
function countTeam(head: number, teams: Teams): string {
  const { length } = teamOf(head, teams);
  return length === 1 ? '' : ` of ${length} GPUs`;
}
