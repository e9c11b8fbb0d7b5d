import { compile, type Decisions } from '../../compiler/compile.ts';
import { createIgnores, type Ignores } from '../../compiler/diagnostics/ignores.ts';
import { createReporter, type Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { ReadFile } from '../../compiler/inventory/read-inventory.ts';
import { parsePlan } from '../../compiler/plan/parse-plan.ts';
import { renderPlan } from '../../compiler/plan/render-plan.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import type { Topology } from '../../compiler/syntax/topology.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { debug } from '../debug.ts';
import { noteProgress } from '../progress.ts';
import { createReader, type InputFile, readInput, readPlanText } from './read-file.ts';

/** A plan from a topology, or one that was saved. */
export interface LoadedPlan {
  readonly plan: LaunchPlan | null;
  /** The topology it was compiled from; null for a saved plan. */
  readonly topology: Topology | null;
  /** How the mapping came about; null for a saved plan. */
  readonly decisions: Decisions | null;
  readonly file: SourceFile;
  /** What comments ask to be left out; a saved plan has none. */
  readonly ignores: Ignores;
  readonly diagnostics: readonly Diagnostic[];
  /** plan.json: of a saved plan its very bytes, so that its digest stays. */
  readonly planText: () => readonly string[];
}

/** Reads FILE, a topology or a saved plan, as the verbs take it. `root` bounds where inventory files may lie. */
export function loadPlan(path: string, root: string | null): LoadedPlan {
  const loaded = load(path, root);
  debug(() => describe(loaded));
  return loaded;
}

function load(path: string, root: string | null): LoadedPlan {
  const text = readPlanText(path);
  if (text !== null) return loadSaved(path, text);
  const input = readInput(path);
  return loadInput(input, input.isPlan ? null : createReader(path, root), root !== null);
}

function describe({ file, plan, topology, diagnostics }: LoadedPlan): string {
  const what = `${file.name}: ${topology === null ? 'a saved plan' : 'a topology'}, ${diagnostics.length} findings`;
  if (plan === null) return `${what}, no plan`;
  const { worldSize, nodes, mapping, visibility, launch } = plan;
  return `${what}; ${JSON.stringify({ worldSize, nodes: nodes.length, mapping, visibility, launch })}`;
}

/** The same from what was read already; `read` gives a topology its inventory files. */
export function loadInput(input: InputFile, read: ReadFile | null, allowParentPaths: boolean): LoadedPlan {
  if (input.isPlan || read === null) return loadSaved(input.name, input.bytes.toString('utf8'));
  return loadTopology(input, read, allowParentPaths);
}

function loadSaved(name: string, text: string): LoadedPlan {
  const report = createReporter();
  // Some editors begin a file with a byte order mark, which is no JSON.
  const file = { name, text: text.replace(/^\ufeff/, '') };
  const plan = parsePlan(file, report);
  const planText = () => [file.text];
  const ignores = createIgnores();
  const diagnostics = report.diagnostics();
  return { plan, topology: null, decisions: null, file, ignores, diagnostics, planText };
}

function loadTopology({ name, bytes }: InputFile, read: ReadFile, allowParentPaths: boolean): LoadedPlan {
  const { plan, topology, decisions, ignores, diagnostics } = compile(bytes, {
    name,
    read,
    allowParentPaths,
    onPhase: (phase) => noteProgress(() => `${name}: ${phase}`),
  });
  const planText = () => (plan === null ? [] : renderPlan(plan));
  const file = topology?.file ?? { name, text: '' };
  return { plan, topology, decisions, file, ignores, diagnostics, planText };
}
