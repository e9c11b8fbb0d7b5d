import { siteOf, slotCount, slotName } from '../../compiler/inventory/inventory.ts';
import { slotsOfRank } from '../../compiler/mapping/map-ranks.ts';
import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from '../../generated/plan.ts';
import { findReason } from '../explain/explain-idle.ts';
import type { Places } from '../explain/find-places.ts';
import { describeSlot, orderSlots } from '../explain/order-slots.ts';
import { mappedPlan } from '../mapped-plan.ts';

/** A GPU or CPU slot of a plan, with its ranks. */
export interface PlanSlot {
  readonly node: PlanNode;
  /** Null for a CPU slot. */
  readonly gpu: PlanGpu | null;
  readonly cpuSlot: number | null;
  /** As selectors name it: `lab1:2`, `build1:cpu0`. */
  readonly name: string;
  /** In rank order; empty when it is idle. A rank with several GPUs is on each of them. */
  readonly ranks: readonly PlanRank[];
}

/** Every slot of a plan in inventory order, on each node the GPUs first. */
export function listSlots(plan: LaunchPlan): readonly PlanSlot[] {
  const { inventory, ranks } = mappedPlan(plan);
  const ranksAt = Array.from({ length: slotCount(inventory) }, (): PlanRank[] => []);
  for (const rank of plan.ranks) for (const slot of slotsOfRank(ranks, rank.rank)) ranksAt[slot]?.push(rank);
  return ranksAt.map((own, slot) => {
    const [index, position] = siteOf(inventory, slot);
    const node = plan.nodes[index] as PlanNode;
    const gpu = node.gpus[position] ?? null;
    const cpuSlot = gpu === null ? position - node.gpus.length : null;
    return { node, gpu, cpuSlot, name: slotName(inventory, slot), ranks: own };
  });
}

/** A line of a table: a rank on its slot, or a slot without one. */
export interface Row {
  readonly slot: PlanSlot;
  /** The GPUs of the rank, in the order in which it sees them, or that of the slot; none of a CPU slot. */
  readonly gpus: readonly PlanGpu[];
  readonly rank: PlanRank | null;
  /** Why the rank is there, or why there is none. */
  readonly why: string;
}

/** A row for each rank: row r is that of rank r. */
export function listRankRows(plan: LaunchPlan, slots: readonly PlanSlot[]): Row[] {
  const { ranks } = mappedPlan(plan);
  return plan.ranks.map((rank) => {
    const own = Array.from(slotsOfRank(ranks, rank.rank), (slot) => slots[slot] as PlanSlot);
    return { slot: own[0] as PlanSlot, gpus: own.flatMap(({ gpu }) => gpu ?? []), rank, why: rank.why };
  });
}

/** A table has no places. */
const none = () => null;
const NOWHERE: Places = { section: none, node: none, slot: none, figure: none, selector: none };

/** A row for each idle slot, in inventory order, with the reason that the plan gives. At most `limit`. */
export function listIdleRows(plan: LaunchPlan, slots: readonly PlanSlot[], limit: number): Row[] {
  const idle = [...slots.entries()].filter(([, { ranks }]) => ranks.length === 0).slice(0, limit);
  if (idle.length === 0) return [];
  const explained = { plan, topology: null, decisions: null };
  const context = { explained, places: NOWHERE, orders: orderSlots(plan) };
  return idle.map(([position, slot]) => {
    // Slots of a single plan are numbered in inventory order.
    const { text } = findReason(context, describeSlot(context.orders.universe, position));
    return { slot, gpus: slot.gpu === null ? [] : [slot.gpu], rank: null, why: `idle: ${text}` };
  });
}
