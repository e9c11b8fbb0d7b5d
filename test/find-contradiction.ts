import { mapPlan } from '../src/compiler/plan/check-plan.ts';
import type { LaunchPlan } from '../src/generated/plan.ts';

/** The first contradiction of a plan, or null where it agrees with itself. */
export function findContradiction(plan: LaunchPlan): string | null {
  const mapped = mapPlan(plan);
  return typeof mapped === 'string' ? mapped : null;
}
