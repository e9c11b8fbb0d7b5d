import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { Refusal } from '../../emitters/emitter.ts';
import type { LoadedPlan } from '../input/load-plan.ts';

/** That a back end cannot write this plan, as a finding at the key of the topology that it is about. */
export async function toDiagnostic(
  { code, message, help, key }: Refusal,
  { file, topology }: Pick<LoadedPlan, 'file' | 'topology'>,
): Promise<Diagnostic> {
  const { keySpan } = await import('../../compiler/syntax/document.ts');
  const primary = topology === null ? { file, start: 0, end: 0 } : keySpan(topology.source, key);
  return { code, severity: 'error', message, primary, labels: [], notes: [], help, suggestion: null };
}
