import type { LaunchPlan } from '../../generated/plan.ts';
import type { Context } from '../explain/explain-choice.ts';
import { findReason } from '../explain/explain-idle.ts';
import { findPlaces } from '../explain/find-places.ts';
import { describeSlot, orderSlots } from '../explain/order-slots.ts';
import type { Row } from './columns.ts';
import type { PlanSlot } from './list-slots.ts';

/** A row for each rank: row r is that of rank r. */
export function listRankRows(slots: readonly PlanSlot[]): Row[] {
  const rows: Row[] = [];
  for (const slot of slots) for (const rank of slot.ranks) rows[rank.rank] = { slot, rank, why: rank.why };
  return rows;
}

/** A row for each idle slot, in inventory order, with the reason that the plan gives. At most `limit`. */
export function listIdleRows(plan: LaunchPlan, slots: readonly PlanSlot[], limit: number): Row[] {
  const idle: number[] = [];
  for (let i = 0; i < slots.length && idle.length < limit; i++)
    if (slots[i]?.ranks.length === 0) idle.push(i);
  if (idle.length === 0) return [];
  const explained = { plan, topology: null, decisions: null };
  const context: Context = { explained, places: findPlaces(explained), orders: orderSlots(plan) };
  return idle.flatMap((position) => {
    const slot = slots[position];
    if (slot === undefined) return [];
    // Of one plan alone, slots are numbered in inventory order.
    const { text } = findReason(context, describeSlot(context.orders.universe, position));
    return [{ slot, rank: null, why: `idle: ${text}` }];
  });
}
