import { compile } from '../compiler/compile.ts';
import { createReporter, type Diagnostic } from '../compiler/diagnostics/reporter.ts';
import { parsePlan } from '../compiler/plan/parse-plan.ts';
import { renderPlan } from '../compiler/plan/render-plan.ts';
import type { SourceFile } from '../compiler/source/source-file.ts';
import type { Topology } from '../compiler/syntax/topology.ts';
import type { LaunchPlan } from '../generated/plan.ts';
import { createReader, readInput } from './read-file.ts';

/** A plan from a topology, or one that was saved. */
export interface LoadedPlan {
  /** Null when there are errors. */
  readonly plan: LaunchPlan | null;
  /** The topology it was compiled from; null for a saved plan. */
  readonly topology: Topology | null;
  readonly file: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
  /** plan.json: of a saved plan its very bytes, so that its digest stays. */
  readonly planText: () => readonly string[];
}

/** Reads FILE, a topology or a saved plan, as the verbs take it. `root` bounds where inventory files may lie. */
export function loadPlan(path: string, root: string | null): LoadedPlan {
  const { name, bytes, isPlan } = readInput(path);
  if (isPlan) {
    const report = createReporter();
    const file = { name, text: bytes.toString('utf8') };
    const plan = parsePlan(file, report);
    return { plan, topology: null, file, diagnostics: report.diagnostics(), planText: () => [file.text] };
  }
  const read = createReader(path, root);
  const { plan, topology, diagnostics } = compile(bytes, { name, read, allowParentPaths: root !== null });
  const planText = () => (plan === null ? [] : renderPlan(plan));
  return { plan, topology, file: topology?.file ?? { name, text: '' }, diagnostics, planText };
}
