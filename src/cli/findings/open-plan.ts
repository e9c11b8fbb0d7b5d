import { loadPlanSource } from '../input/plan-source.ts';
import { printFindings } from './print-findings.ts';

/** Loads a plan for a verb and prints its findings; the plan is null where they forbid one. */
export async function openPlan(given = '', root: string | null) {
  const source = await loadPlanSource(given, root);
  printFindings(source.loaded.diagnostics, process.stderr);
  return { source, loaded: source.loaded, plan: source.loaded.plan };
}
