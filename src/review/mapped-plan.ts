import type { Inventory } from '../compiler/inventory/inventory.ts';
import type { RankMap } from '../compiler/mapping/map-ranks.ts';
import { inventoryOfPlan, rankMapOfPlan } from '../compiler/plan/plan-inventory.ts';
import type { LaunchPlan } from '../generated/plan.ts';

export interface MappedPlan {
  readonly inventory: Inventory;
  readonly ranks: RankMap;
}

const known = new WeakMap<LaunchPlan, MappedPlan>();

/** A plan as the compiler's phases see it: many figures are counted there, and it is made once. */
export function mappedPlan(plan: LaunchPlan): MappedPlan {
  const found = known.get(plan);
  if (found !== undefined) return found;
  const inventory = inventoryOfPlan(plan);
  const ranks = rankMapOfPlan(plan, inventory);
  if (typeof ranks === 'string') throw new Error(`the plan contradicts itself: ${ranks}`);
  const mapped = { inventory, ranks };
  known.set(plan, mapped);
  return mapped;
}
