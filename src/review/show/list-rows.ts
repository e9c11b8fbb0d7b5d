import { slotsOfRank } from '../../compiler/mapping/map-ranks.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { findReason } from '../explain/explain-idle.ts';
import { findPlaces } from '../explain/find-places.ts';
import { describeSlot, orderSlots } from '../explain/order-slots.ts';
import { mappedPlan } from '../mapped-plan.ts';
import type { Row } from './columns.ts';
import type { PlanSlot } from './list-slots.ts';

/** A row for each rank: row r is that of rank r. */
export function listRankRows(plan: LaunchPlan, slots: readonly PlanSlot[]): Row[] {
  const { ranks } = mappedPlan(plan);
  return plan.ranks.map((rank) => {
    const own = Array.from(slotsOfRank(ranks, rank.rank), (slot) => slots[slot] as PlanSlot);
    return { slot: own[0] as PlanSlot, gpus: own.flatMap(({ gpu }) => gpu ?? []), rank, why: rank.why };
  });
}

/** A row for each idle slot, in inventory order, with the reason that the plan gives. At most `limit`. */
export function listIdleRows(plan: LaunchPlan, slots: readonly PlanSlot[], limit: number): Row[] {
  const idle = [...slots.entries()].filter(([, { ranks }]) => ranks.length === 0).slice(0, limit);
  if (idle.length === 0) return [];
  const explained = { plan, topology: null, decisions: null };
  const context = { explained, places: findPlaces(explained), orders: orderSlots(plan) };
  return idle.map(([position, slot]) => {
    // Slots of a single plan are numbered in inventory order.
    const { text } = findReason(context, describeSlot(context.orders.universe, position));
    return { slot, gpus: slot.gpu === null ? [] : [slot.gpu], rank: null, why: `idle: ${text}` };
  });
}
