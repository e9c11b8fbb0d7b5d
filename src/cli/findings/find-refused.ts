import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { LoadedPlan } from '../input/load-plan.ts';

/** What `compile` would refuse: a plan that no request to Slurm expresses exactly. */
export async function findRefused(
  loaded: Pick<LoadedPlan, 'plan' | 'file' | 'topology'>,
): Promise<readonly Diagnostic[]> {
  const { plan } = loaded;
  if (plan === null || plan.slurm === null) return [];
  const { defaultEmitters, findRefusals, selectEmitters } = await import('../../emitters/emit-plan.ts');
  const { toDiagnostic } = await import('./describe-refusal.ts');
  const refusals = findRefusals(plan, selectEmitters(defaultEmitters(plan)));
  return Promise.all(refusals.map((refusal) => toDiagnostic(refusal, loaded)));
}
