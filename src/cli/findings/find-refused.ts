import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { placeRefusal } from '../../emitters/emitter.ts';
import type { LoadedPlan } from '../input/load-plan.ts';

/** What `compile` would refuse: a plan that no request to Slurm expresses exactly. */
export async function findRefused({
  plan,
  file,
  topology,
}: Pick<LoadedPlan, 'plan' | 'file' | 'topology'>): Promise<readonly Diagnostic[]> {
  if (plan === null || plan.slurm === null) return [];
  const { defaultEmitters, findRefusals, selectEmitters } = await import('../../emitters/emit-plan.ts');
  const refusals = findRefusals(plan, selectEmitters(defaultEmitters(plan)));
  return refusals.map((refusal) => placeRefusal(refusal, topology?.source, file));
}
