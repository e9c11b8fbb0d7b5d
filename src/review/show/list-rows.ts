import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { findReason } from '../explain/explain-idle.ts';
import { findPlaces } from '../explain/find-places.ts';
import { describeSlot, orderSlots } from '../explain/order-slots.ts';
import type { Row } from './columns.ts';
import { isFirstOf, type PlanSlot } from './list-slots.ts';

/** A row for each rank: row r is that of rank r. */
export function listRankRows(slots: readonly PlanSlot[]): Row[] {
  const rows: Row[] = [];
  for (const slot of slots)
    for (const rank of slot.ranks) {
      if (!isFirstOf(slot, rank)) continue;
      const find = (index: number) => slot.node.gpus.find((gpu) => gpu.index === index) ?? [];
      rows[rank.rank] = { slot, gpus: gpusOfRank(rank).flatMap(find), rank, why: rank.why };
    }
  return rows;
}

/** A row for each idle slot, in inventory order, with the reason that the plan gives. At most `limit`. */
export function listIdleRows(plan: LaunchPlan, slots: readonly PlanSlot[], limit: number): Row[] {
  const idle = [...slots.entries()].filter(([, { ranks }]) => ranks.length === 0).slice(0, limit);
  if (idle.length === 0) return [];
  const explained = { plan, topology: null, decisions: null };
  const context = { explained, places: findPlaces(explained), orders: orderSlots(plan) };
  return idle.map(([position, slot]) => {
    // Of one plan alone, slots are numbered in inventory order.
    const { text } = findReason(context, describeSlot(context.orders.universe, position));
    return { slot, gpus: slot.gpu === null ? [] : [slot.gpu], rank: null, why: `idle: ${text}` };
  });
}
