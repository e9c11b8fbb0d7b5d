import { slotName } from '../../compiler/inventory/inventory.ts';
import { inventoryOfPlan } from '../../compiler/plan/plan-inventory.ts';
import { listReplicas } from '../../compiler/plan/replica-plan.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { nameSlots } from '../device-name.ts';

/** By slot that has a process the role of each replica there; colocated roles share theirs. */
export function listOwners(plan: LaunchPlan) {
  const owned = listReplicas(plan).flatMap(({ role, replica }) =>
    [...new Set(replica.processes.flatMap(nameSlots))].map((slot) => ({ slot, role })),
  );
  return groupBy(owned, ({ slot }) => slot);
}

/** Every slot of a plan, in inventory order, on each node the GPUs first. */
export function listSlotNames(plan: LaunchPlan): readonly string[] {
  const inventory = inventoryOfPlan(plan);
  return Array.from(inventory.nodeOfSlot, (_, slot) => slotName(inventory, slot));
}

/** The slots that no role has. */
export function listIdleSlots(plan: LaunchPlan): readonly string[] {
  const owners = listOwners(plan);
  return listSlotNames(plan).filter((slot) => !owners.has(slot));
}
