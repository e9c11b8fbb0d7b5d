import type { LaunchPlan } from '../generated/plan.ts';
import { createIgnores, type Ignores } from './diagnostics/ignores.ts';
import { createReporter, type Diagnostic, type Reporter, requireReason } from './diagnostics/reporter.ts';
import { checkHazards } from './hazards/hazards.ts';
import { expandNodes } from './inventory/expand-nodes.ts';
import { type PlacedInventory, type Places, placesInTopology } from './inventory/places.ts';
import type { ReadOptions } from './inventory/read-inventory.ts';
import { mapRanks, selectCandidates } from './mapping/map-ranks.ts';
import { normalizeScores } from './mapping/normalize-scores.ts';
import { gatherFacts } from './mapping/placement-facts.ts';
import { lowerPlan } from './plan/lower-plan.ts';
import { planRoles } from './roles/plan-roles.ts';
import { checkMapping, checkTopology } from './rules/rules.ts';
import { shareWork } from './sharing/share-work.ts';
import { stageLayers } from './sharing/stage-layers.ts';
import { bindTopology } from './syntax/bind-topology.ts';
import { parseDocument } from './syntax/parse-document.ts';
import { reportUnused } from './syntax/read-ignores.ts';
import { readSource } from './syntax/read-source.ts';
import type { Topology } from './syntax/topology.ts';
import { countShapeErrors, validateTopology } from './syntax/validate-document.ts';

export interface CompileOptions extends ReadOptions {
  /** The file's name, as diagnostics show it. */
  readonly name: string;
  /** How many findings of one code are kept, where it is not as many as people read. */
  readonly maxPerCode?: number;
  /** Called as each phase that may take long begins, with what it does. */
  readonly onPhase?: (phase: string) => void;
}

/** How the plan came about; for those who explain it. */
export interface Decisions {
  readonly inventory: PlacedInventory;
  readonly places: Places;
}

export interface Compilation {
  /** Null when there are errors. */
  readonly plan: LaunchPlan | null;
  /** Null when the text could not be read as a topology. */
  readonly topology: Topology | null;
  readonly decisions: Decisions | null;
  /** What comments in the files ask to be left out; for findings about the plan that come later. */
  readonly ignores: Ignores;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles a topology to a launch plan. Pure: files come through `options.read`, and the same input gives the same
 * plan anywhere. Each phase reports all that it finds; the next one starts only where what it works on is whole.
 */
export function compile(source: string | Uint8Array, options: CompileOptions): Compilation {
  const ignores = createIgnores();
  const report = createReporter(ignores, options.maxPerCode);
  options.onPhase?.('reading the topology');
  const topology = readTopology(source, options.name, report);
  const made = requireReason('plan', topology && planTopology(topology, options, report), report);
  // Only where there is a plan has every phase spoken.
  if (made !== null) reportUnused(ignores, 'topology', report);
  const { plan = null, decisions = null } = made ?? {};
  return { plan, topology, decisions, ignores, diagnostics: report.diagnostics() };
}

function readTopology(source: string | Uint8Array, name: string, report: Reporter): Topology | null {
  const file = readSource(name, source, report);
  const document = file === null ? null : parseDocument(file, report, countShapeErrors);
  if (file === null || document === null) return null;
  const validity = validateTopology(file, document.value, report);
  return bindTopology(file, document.value, validity, report);
}

function planTopology(topology: Topology, options: CompileOptions, report: Reporter) {
  checkTopology({ topology, report });
  options.onPhase?.('listing nodes and GPUs');
  const expanded = expandNodes(topology, options, report);
  if (report.errorCount() > 0) return null;
  if (topology.roles !== null) return planRoles(topology, expanded, report);
  const inventory = normalizeScores(expanded, topology.models, topology.mapping);

  const places = placesInTopology(topology, inventory);
  const { mapping, launch } = topology;
  const problem = { mapping, groupSize: launch.groupSize, inventory, places, report };
  const candidates = selectCandidates(mapping.exclude, problem);
  if (report.errorCount() > 0) return null;
  options.onPhase?.('mapping ranks');
  const ranks = mapRanks({ ...problem, candidates });
  if (ranks === null) return null;

  options.onPhase?.('checking the mapping');
  const facts = gatherFacts(inventory, ranks);
  const shares = shareWork(topology.workload, ranks, problem);
  checkMapping({ settings: topology, inventory, ranks, facts, places, report });
  if (report.allErrorCount() > 0) return null;
  const layers = stageLayers(topology.stages, topology.launch.parallel, ranks, problem);
  if (report.errorCount() > 0) return null;
  options.onPhase?.('making the plan');
  const plan = lowerPlan(topology, inventory, ranks, facts, shares, layers);
  checkHazards(plan, { inventory, ranks, facts, places, report });
  return { plan, decisions: { inventory, places } };
}
