import { mapPlan } from '../src/compiler/plan/check-plan.ts';
import { mapRoles } from '../src/compiler/plan/check-roles-plan.ts';
import type { LaunchPlan } from '../src/generated/plan.ts';

/** The first contradiction of a plan, or null where it agrees with itself. */
export function findContradiction(plan: LaunchPlan): string | null {
  const mapped = plan.roles === null ? mapPlan(plan) : mapRoles(plan);
  return typeof mapped === 'string' ? mapped : null;
}
