import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { keySpan } from '../../compiler/syntax/document.ts';
import type { Refusal } from '../../emitters/emitter.ts';
import type { LoadedPlan } from '../input/load-plan.ts';

/** What `compile` would refuse: a plan that no request to Slurm expresses exactly. */
export async function findRefused(
  loaded: Pick<LoadedPlan, 'plan' | 'file' | 'topology'>,
): Promise<readonly Diagnostic[]> {
  const { plan } = loaded;
  if (plan === null || plan.slurm === null) return [];
  const { defaultEmitters, findRefusals, selectEmitters } = await import('../../emitters/emit-plan.ts');
  const refusals = findRefusals(plan, selectEmitters(defaultEmitters(plan)));
  return refusals.map((refusal) => toDiagnostic(refusal, loaded));
}

/** Turns the refusal of a backend into a finding at the key of the topology that causes it. */
export function toDiagnostic(
  { code, message, help, key }: Refusal,
  { file, topology }: Pick<LoadedPlan, 'file' | 'topology'>,
): Diagnostic {
  const primary = topology === null ? { file, start: 0, end: 0 } : keySpan(topology.source, key);
  return { code, severity: 'error', message, primary, labels: [], notes: [], help, suggestion: null };
}
