import type { LaunchPlan } from '../generated/plan.ts';
import { createIgnores, type Ignores } from './diagnostics/ignores.ts';
import { createReporter, type Diagnostic } from './diagnostics/reporter.ts';
import { expandNodes } from './inventory/expand-nodes.ts';
import type { Inventory } from './inventory/inventory.ts';
import type { ReadOptions } from './inventory/read-inventory.ts';
import { mapRanks, type RankMap, selectCandidates } from './mapping/map-ranks.ts';
import { lowerPlan } from './plan/lower-plan.ts';
import { checkMapping, checkTopology } from './rules/rules.ts';
import { shareWork } from './sharing/share-work.ts';
import { readSource } from './source/read-source.ts';
import { bindSoundParts } from './syntax/bind-sound-parts.ts';
import { bindTopology } from './syntax/bind-topology.ts';
import { parseDocument } from './syntax/parse-document.ts';
import { reportUnused } from './syntax/read-ignores.ts';
import type { Topology } from './syntax/topology.ts';
import { validateTopology } from './syntax/validate-document.ts';

export interface CompileOptions extends ReadOptions {
  /** The file's name, as diagnostics show it. */
  readonly name: string;
}

/** How the plan came about; for those who explain it. */
export interface Decisions {
  readonly inventory: Inventory;
  readonly candidates: Uint32Array;
  readonly ranks: RankMap;
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
  const report = createReporter(ignores);
  const failed = (topology: Topology | null): Compilation => ({
    plan: null,
    topology,
    decisions: null,
    ignores,
    diagnostics: report.diagnostics(),
  });

  const file = readSource(options.name, source, report);
  const document = file === null ? null : parseDocument(file, report);
  if (file === null || document === null) return failed(null);
  const { document: valid, isSound } = validateTopology(file, document.value, report);
  if (valid === null) {
    bindSoundParts(document.value, isSound, report);
    return failed(null);
  }

  const topology = bindTopology(file, valid, report);
  checkTopology({ topology, report });
  const inventory = expandNodes(topology, options, report);
  if (report.errorCount() > 0) return failed(topology);

  const { mapping } = topology;
  const candidates = selectCandidates({ topology, mapping, inventory, report });
  const ranks =
    report.errorCount() > 0 ? null : mapRanks({ topology, mapping, inventory, candidates, report });
  if (ranks === null) return failed(topology);

  const shares = shareWork(topology, inventory, ranks, report);
  checkMapping({ topology, inventory, ranks, report });
  if (report.hasErrors()) return failed(topology);

  // Only here has every phase spoken.
  reportUnused(ignores, 'topology', report);
  const plan = lowerPlan(topology, inventory, ranks, shares);
  const decisions = { inventory, candidates, ranks };
  return { plan, topology, decisions, ignores, diagnostics: report.diagnostics() };
}
