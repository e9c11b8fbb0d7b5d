import { addFigures } from '../../compiler/mapping/metric.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { isRanked, type MappingFacts, type MappingRule, readFacts } from '../mapping/mapping-facts.ts';
import { replayMapping } from '../mapping/replay-mapping.ts';
import {
  buildUniverse,
  nameOfSlot,
  placesOfRanks,
  type SlotUniverse,
  siteAt,
  slotsOfNode,
} from '../mapping/slot-universe.ts';

/** A plan's slots as its strategy sees them. A place is a slot, or several GPUs of one rank (`numberTeams`). */
export interface SlotOrders {
  readonly universe: SlotUniverse;
  readonly placeOfRank: Int32Array;
  /** Null if the plan's mapping is not understood. */
  readonly facts: MappingFacts | null;
  /** Every place that could carry a rank, in the order in which they are taken; null if that is not known. */
  readonly taken: Int32Array | null;
  /** The position of each slot's place in `taken`, or -1. */
  readonly positionOfSlot: Int32Array;
  /** How many places carry ranks, and the last of `taken` that does; -1 when none is known. */
  readonly used: number;
  readonly lastUsed: number;
  readonly ranked: boolean;
}

export function orderSlots(plan: LaunchPlan): SlotOrders {
  const universe = buildUniverse(plan, plan);
  const placeOfRank = placesOfRanks(universe, plan);
  const facts = readFacts(universe, 'new', plan, placeOfRank);
  const ranked = facts !== null && isRanked(facts.rule);
  // What is taken first is decided by the figure alone; `order: block` only sorts what was taken.
  const rule: MappingRule | null =
    facts === null ? null : ranked ? { ...facts.rule, order: 'score' } : facts.rule;
  const taken =
    facts === null || rule === null
      ? null
      : replayMapping(universe, { ...facts, rule, ranksPerGpu: 1, worldSize: null, groupSize: null });
  const positionOfSlot = new Int32Array(universe.nodeOfSlot.length).fill(-1);
  taken?.forEach((place, position) => {
    for (const slot of universe.teams.slotsAt(place)) positionOfSlot[slot] = position;
  });
  const used = new Set(placeOfRank);
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
  const colon = name.indexOf(':');
  const node = universe.nodes.find((candidate) => candidate.name === name.slice(0, colon));
  if (colon < 0 || node === undefined) return null;
  const slots = slotsOfNode(node).map((slot) => describeSlot(universe, slot));
  return slots.find((slot) => slot.name === name) ?? null;
}
