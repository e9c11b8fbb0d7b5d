import { addFigures } from '../../compiler/mapping/metric.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { isRanked, readFacts } from '../mapping/mapping-facts.ts';
import { replayMapping } from '../mapping/replay-mapping.ts';
import {
  buildUniverse,
  nameOfSlot,
  placesOfRanks,
  type SlotUniverse,
  siteAt,
  slotsOfNode,
} from '../mapping/slot-universe.ts';

export type SlotOrders = ReturnType<typeof orderSlots>;

/** A plan's slots as its strategy sees them. A place is a slot, or several GPUs of one rank (`numberTeams`). */
export function orderSlots(plan: LaunchPlan) {
  const universe = buildUniverse(plan, plan);
  const placeOfRank = placesOfRanks(universe, plan);
  // Null if the plan's mapping is not understood.
  const facts = readFacts(universe, 'new', plan, placeOfRank);
  const ranked = facts !== null && isRanked(facts.rule);
  // What is taken first is decided by the figure alone; `order: block` only sorts what was taken.
  const rule = facts && (ranked ? { ...facts.rule, order: 'score' as const } : facts.rule);
  const whole = { ranksPerGpu: 1, worldSize: null, groupSize: null };
  // Every place that could carry a rank, in the order in which they are taken; null if that is not known.
  const taken = facts && rule && replayMapping(universe, { ...facts, rule, ...whole });
  // The position of each slot's place in `taken`, or -1.
  const positionOfSlot = new Int32Array(universe.nodeOfSlot.length).fill(-1);
  taken?.forEach((place, position) => {
    for (const slot of universe.teams.slotsAt(place)) positionOfSlot[slot] = position;
  });
  const used = new Set(placeOfRank);
  // The last place of `taken` that carries a rank; -1 if none is known.
  const lastUsed = taken?.findLast((place) => used.has(place)) ?? -1;
  return { universe, placeOfRank, facts, taken, positionOfSlot, used: used.size, lastUsed, ranked };
}

/** The slots of a rank, the first of them first. */
export const slotsOf = ({ universe, placeOfRank }: SlotOrders, rank: number): readonly number[] =>
  universe.teams.slotsAt(placeOfRank[rank] ?? -1);

/** The figure of a place: those of its GPUs together; NaN if one has none. */
export const figureAt = ({ universe, facts }: SlotOrders, place: number): number =>
  addFigures(universe.teams.slotsAt(place), (slot) => facts?.scores[slot] ?? Number.NaN);

export interface NamedSlot {
  readonly slot: number;
  readonly name: string;
  readonly node: string;
  /** Null for a CPU slot. */
  readonly gpu: number | null;
  /** Its position on the node, in inventory order. */
  readonly position: number;
}

export function describeSlot(universe: SlotUniverse, slot: number): NamedSlot {
  const { node, position, gpu } = siteAt(universe, slot);
  return { slot, name: nameOfSlot(universe, slot), node: node.name, gpu, position };
}

/** The slot that `lab1:2` or `build1:cpu0` names; null when there is none. */
export function findSlot(universe: SlotUniverse, name: string): NamedSlot | null {
  const node = universe.nodes.find((candidate) => name.startsWith(`${candidate.name}:`));
  const slots = node === undefined ? [] : slotsOfNode(node).map((slot) => describeSlot(universe, slot));
  return slots.find((slot) => slot.name === name) ?? null;
}
