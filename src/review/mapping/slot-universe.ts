import { remember } from '../../compiler/source/remember.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { LaunchPlan, PlanNode } from '../../generated/plan.ts';

/**
 * The slots of two plans under one numbering, so that plans compare as arrays of numbers. Slots of a node are
 * neighbours, its GPUs before its CPU slots. A slot is the same in both plans when its name is: `lab1:2`.
 */
export interface SlotUniverse {
  readonly nodes: readonly UniverseNode[];
  readonly nodeOfSlot: Int32Array;
  /** All slots in the inventory order of each plan; a slot of only the other plan stands behind the slot that it follows there. */
  readonly sequence: { readonly old: Uint32Array; readonly new: Uint32Array };
  /** Whether the slots that both plans have stand in one order. */
  readonly sameOrder: boolean;
  readonly teams: ReturnType<typeof numberTeams>;
}

export interface UniverseNode {
  readonly name: string;
  readonly old: PlanNode | null;
  readonly new: PlanNode | null;
  readonly firstSlot: number;
  /** Indices of GPUs; the i-th is slot `firstSlot + i`. */
  readonly gpus: readonly number[];
  /** The slot of each of these. */
  readonly slotOf: ReadonlyMap<number, number>;
  readonly cpuSlots: number;
}

export function buildUniverse(oldPlan: LaunchPlan, newPlan: LaunchPlan): SlotUniverse {
  const oldNodes = new Map(oldPlan.nodes.map((node) => [node.name, node]));
  const newNodes = new Map(newPlan.nodes.map((node) => [node.name, node]));
  const names = mergeOrders([...oldNodes.keys()], [...newNodes.keys()]);
  const nodes: UniverseNode[] = [];
  const slotsInOld = new Map<string, readonly number[]>();
  let slots = 0;
  let sameOrder = names.same;
  for (const name of names.new) {
    const [before = null, after = null] = [oldNodes.get(name), newNodes.get(name)];
    const gpus = mergeOrders(indicesOf(before), indicesOf(after));
    const cpuSlots = Math.max(before?.cpuRanks ?? 0, after?.cpuRanks ?? 0);
    const firstSlot = slots;
    const slotOf = new Map(gpus.new.map((index, i) => [index, firstSlot + i]));
    const node = { name, old: before, new: after, firstSlot, gpus: gpus.new, slotOf, cpuSlots };
    const own = slotsOfNode(node);
    nodes.push(node);
    slotsInOld.set(name, [
      ...gpus.old.flatMap((index) => slotOf.get(index) ?? []),
      ...own.slice(slotOf.size),
    ]);
    slots += own.length;
    sameOrder &&= gpus.same;
  }
  const nodeOfSlot = Int32Array.from(nodes.flatMap((node, i) => slotsOfNode(node).map(() => i)));
  const identity = Uint32Array.from(nodeOfSlot.keys());
  const old = sameOrder
    ? identity
    : Uint32Array.from(names.old.flatMap((name) => slotsInOld.get(name) ?? []));
  return { nodes, nodeOfSlot, sequence: { old, new: identity }, sameOrder, teams: numberTeams(slots) };
}

const indicesOf = (node: PlanNode | null): readonly number[] => node?.gpus.map(({ index }) => index) ?? [];

/** The union of two lists, in the order of each. Where what they share stands in one order, both are equal. */
function mergeOrders<T>(old: readonly T[], next: readonly T[]) {
  if (old.length === next.length && old.every((item, i) => item === next[i]))
    return { old, new: next, same: true };
  const merged = insertInto(next, old);
  const inOld = new Set(old);
  const same = merged.filter((item) => inOld.has(item)).every((item, i) => item === old[i]);
  return { new: merged, old: same ? merged : insertInto(old, next), same };
}

/** `base` with the items that only `other` has, each after the shared item that precedes it there. */
function insertInto<T>(base: readonly T[], other: readonly T[]): readonly T[] {
  const inBase = new Set(base);
  let anchor: T | undefined;
  const own = other.flatMap((item) => {
    if (inBase.has(item)) anchor = item;
    return inBase.has(item) ? [] : [{ item, anchor }];
  });
  const behind = groupBy(own, (one) => one.anchor);
  const ownBehind = (item: T | undefined) => (behind.get(item) ?? []).map((one) => one.item);
  return [...ownBehind(undefined), ...base.flatMap((item) => [item, ...ownBehind(item)])];
}

/** In the order of the numbering. */
export const slotsOfNode = ({ firstSlot, gpus, cpuSlots }: UniverseNode): readonly number[] =>
  Array.from({ length: gpus.length + cpuSlots }, (_, i) => firstSlot + i);

/** The node of a slot, its position there, and the index of its GPU; null for a CPU slot. */
export function siteAt({ nodes, nodeOfSlot }: SlotUniverse, slot: number) {
  const node = nodes[nodeOfSlot[slot] ?? -1];
  if (node === undefined) throw new Error(`there is no slot ${slot}`);
  const position = slot - node.firstSlot;
  return { node, position, gpu: node.gpus[position] ?? null };
}

/** `lab1:2`, or `build1:cpu0`. */
export function nameOfSlot(universe: SlotUniverse, slot: number): string {
  const { node, position, gpu } = siteAt(universe, slot);
  return `${node.name}:${gpu ?? `cpu${position - node.gpus.length}`}`;
}

/** The place of each rank of one of the two plans: its slot, or the number of its GPUs together. */
export function placesOfRanks({ nodes, teams }: SlotUniverse, { ranks }: LaunchPlan): Int32Array {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const placeOfRank = new Int32Array(ranks.length);
  for (const { rank, node: name, gpu, gpus, cpuSlot } of ranks) {
    const node = byName.get(name);
    if (node === undefined) throw new Error(`the plan has no node ${name}`);
    const slotAt = (index: number) => node.slotOf.get(index) ?? -1;
    if (gpu === null) placeOfRank[rank] = node.firstSlot + node.gpus.length + (cpuSlot ?? 0);
    else placeOfRank[rank] = gpus === null ? slotAt(gpu) : teams.of(gpus.map(slotAt));
  }
  return placeOfRank;
}

/** `lab1:2`, `build1:cpu0`, or of several GPUs `lab1:0-3`. */
export function nameOfPlace(universe: SlotUniverse, place: number): string {
  const slots = universe.teams.slotsAt(place);
  const [first = -1] = slots;
  if (slots.length === 1) return nameOfSlot(universe, first);
  const gpus = slots.flatMap((slot) => siteAt(universe, slot).gpu ?? []);
  return `${siteAt(universe, first).node.name}:${formatRanges(gpus)}`;
}

/** Numbers for the places of ranks: a slot has its own, several GPUs of one rank one after those of all slots. */
function numberTeams(slots: number) {
  const teams: (readonly number[])[] = [];
  const numberOf = remember((team: string) => slots - 1 + teams.push(team.split(',').map(Number)));
  return {
    /** The place that has exactly these slots, in this order. */
    of: (team: readonly number[]): number => (team.length === 1 ? Number(team[0]) : numberOf(team.join())),
    slotsAt: (place: number): readonly number[] => teams[place - slots] ?? [place],
  };
}
