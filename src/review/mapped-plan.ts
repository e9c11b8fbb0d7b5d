import { inventoryOfPlan, rankMapOfPlan } from '../compiler/plan/plan-inventory.ts';
import { remember } from '../compiler/source/remember.ts';
import type { LaunchPlan } from '../generated/plan.ts';

/** A plan as the compiler's phases see it: many figures are counted there, and it is made once. */
export const mappedPlan = remember((plan: LaunchPlan) => {
  const inventory = inventoryOfPlan(plan);
  const ranks = rankMapOfPlan(plan, inventory);
  if (typeof ranks === 'string') throw new Error(`the plan contradicts itself: ${ranks}`);
  return { inventory, ranks };
}, new WeakMap());
