import type { LaunchPlan, PlanGpu } from '../../generated/plan.ts';
import type { Context } from '../explain/explain-choice.ts';
import { findReason } from '../explain/explain-idle.ts';
import { findPlaces } from '../explain/find-places.ts';
import { describeSlot, orderSlots } from '../explain/order-slots.ts';
import type { Row } from './columns.ts';
import { isFirstOf, type PlanSlot } from './list-slots.ts';

/** A row for each rank: row r is that of rank r. */
export function listRankRows(slots: readonly PlanSlot[]): Row[] {
  const rows: Row[] = [];
  const gpusOf = new Map<number, Map<number, PlanGpu>>();
  for (const slot of slots) {
    for (const rank of slot.ranks) {
      if (isFirstOf(slot, rank)) rows[rank.rank] = { slot, gpus: listGpus(slot), rank, why: rank.why };
      if (rank.gpus === null || slot.gpu === null) continue;
      const gpus = gpusOf.get(rank.rank) ?? new Map<number, PlanGpu>();
      gpusOf.set(rank.rank, gpus.set(slot.gpu.index, slot.gpu));
    }
  }
  for (const [rank, known] of gpusOf) {
    const row = rows[rank];
    if (row === undefined) continue;
    const gpus = (row.rank?.gpus ?? []).flatMap((index) => known.get(index) ?? []);
    rows[rank] = { ...row, gpus };
  }
  return rows;
}

const listGpus = ({ gpu }: PlanSlot): readonly PlanGpu[] => (gpu === null ? [] : [gpu]);

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
    return [{ slot, gpus: listGpus(slot), rank: null, why: `idle: ${text}` }];
  });
}
