import { digestOf } from '../src/cli/input/digest.ts';
import { renderPlan } from '../src/compiler/plan/render-plan.ts';
import { defaultEmitters, emitPlan, selectEmitters } from '../src/emitters/emit-plan.ts';
import type { LaunchPlan } from '../src/generated/plan.ts';
import { writeArtifacts } from '../src/runtime/write-artifacts.ts';

/** Writes what `compile` writes of a plan, without a command: by these emitters, or by those that it takes by itself. */
export function writeDirectory(directory: string, plan: LaunchPlan, names = defaultEmitters(plan)): void {
  const planText = renderPlan(plan);
  const emitters = selectEmitters(names);
  writeArtifacts(directory, emitPlan({ plan, planText, planDigest: digestOf(planText), emitters }));
}
