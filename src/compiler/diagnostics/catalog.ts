import { CLUSTERS } from './catalog/cluster.ts';
import { DEVICES } from './catalog/devices.ts';
import { DOMAINS } from './catalog/domains.ts';
import { DRIFT } from './catalog/drift.ts';
import { EMIT } from './catalog/emit.ts';
import type { CatalogEntry } from './catalog/entry.ts';
import { FIGURES } from './catalog/figures.ts';
import { GPUS } from './catalog/gpus.ts';
import { HAZARDS } from './catalog/hazards.ts';
import { IGNORES } from './catalog/ignores.ts';
import { IMPORTS } from './catalog/imports.ts';
import { INVENTORIES } from './catalog/inventories.ts';
import { LAUNCH } from './catalog/launch.ts';
import { MACHINES } from './catalog/machines.ts';
import { MAPPING } from './catalog/mapping.ts';
import { NODES } from './catalog/nodes.ts';
import { PARALLEL } from './catalog/parallel.ts';
import { nameChecked } from './catalog/releases.ts';
import { SCHEMA } from './catalog/schema.ts';
import { SCORES } from './catalog/scores.ts';
import { SELECTORS } from './catalog/selectors.ts';
import { SHARES } from './catalog/shares.ts';
import { SLURM } from './catalog/slurm.ts';
import { STAGES } from './catalog/stages.ts';
import { STEPS } from './catalog/steps.ts';
import { SYNTAX } from './catalog/syntax.ts';
import { TORCHRUN } from './catalog/torchrun.ts';
import { compareText } from './reporter.ts';

export type { CatalogEntry, Example } from './catalog/entry.ts';

/** Every diagnostic code, in order. For `explain`, the documentation and the tests; the compiler itself never loads it. */
export const CATALOG: readonly CatalogEntry[] = [
  ...SYNTAX,
  ...SCHEMA,
  ...IGNORES,
  ...NODES,
  ...GPUS,
  ...INVENTORIES,
  ...SELECTORS,
  ...LAUNCH,
  ...MAPPING,
  ...DOMAINS,
  ...PARALLEL,
  ...FIGURES,
  ...SHARES,
  ...STAGES,
  ...DEVICES,
  ...EMIT,
  ...SLURM,
  ...TORCHRUN,
  ...CLUSTERS,
  ...IMPORTS,
  ...MACHINES,
  ...DRIFT,
  ...SCORES,
  ...STEPS,
  ...HAZARDS,
]
  .map(nameVersions)
  .sort((a, b) => compareText(a.code, b.code));

/** What is said of a library ends with the releases that it was looked up with. */
function nameVersions(entry: CatalogEntry): CatalogEntry {
  if (entry.checked === undefined) return entry;
  return { ...entry, explanation: `${entry.explanation} Looked up with ${nameChecked(entry.checked)}.` };
}

export function findEntry(code: string): CatalogEntry | null {
  return CATALOG.find((entry) => entry.code === code) ?? null;
}
