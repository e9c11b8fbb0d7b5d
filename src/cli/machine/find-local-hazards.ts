import { resolve } from 'node:path';
import type { Ignores } from '../../compiler/diagnostics/ignores.ts';
import { createReporter, type Diagnostic, type Reporter } from '../../compiler/diagnostics/reporter.ts';
import { checkHazards } from '../../compiler/hazards/hazards.ts';
import type { Places } from '../../compiler/inventory/places.ts';
import { mapPlan } from '../../compiler/plan/check-plan.ts';
import { placesInPlan } from '../../compiler/plan/places-in-plan.ts';
import type { Software } from '../../compiler/syntax/topology.ts';
import type { LaunchPlan, PlanNode } from '../../generated/plan.ts';
import type { Start } from '../../runtime/software/find-python.ts';
import { findSoftware } from '../../runtime/software/find-software.ts';
import type { Coverage } from '../../runtime/verify/planned-node.ts';
import type { LoadedPlan } from '../input/load-plan.ts';

/** Finds hazards of the library versions that this machine has for a command, by default that of the plan. */
export function findLocalHazards(
  plan: LaunchPlan,
  { decisions, file, ignores }: LoadedPlan,
  node: PlanNode,
  coverage: Coverage | null = null,
  start: Omit<Start, 'environment'> = startOf(plan),
): readonly Diagnostic[] {
  const { env, setup, software } = plan.launch;
  const environment = { ...process.env, ...node.env, ...env };
  // Lines of setup may choose another Python: then only one that is named by its path is known.
  const path = setup.length > 0 ? '' : environment['PATH'];
  const found = findSoftware({ ...start, environment: { ...environment, PATH: path } });
  for (const [name, version] of Object.entries(software ?? {})) {
    if (found[name] === undefined)
      coverage?.unverified.push(`the version of ${name}, which no file of the command's Python says`);
    else if (isSame(found[name], version)) coverage?.verified.push(`${name} ${version}`);
  }
  return findHazards(plan, found, decisions?.places ?? placesInPlan(file), ignores);
}

const startOf = ({ launch }: LaunchPlan) => ({
  command: [...(launch.wrap ?? []), ...(launch.command ?? [])],
  directory: resolve(launch.workdir ?? '.'),
});

/** Findings of a plan that follow only from the versions that this machine has. */
function findHazards(plan: LaunchPlan, found: Software, places: Places, ignores: Ignores) {
  const mapped = Object.keys(found).length === 0 ? '' : mapPlan(plan);
  if (typeof mapped === 'string') return [];
  const report = createReporter(ignores);
  reportDifferences(plan.launch.software ?? {}, found, places, report);
  checkHazards(plan, { ...mapped, places, report }, found);
  const before = createReporter(ignores);
  checkHazards(plan, { ...mapped, places, report: before });
  const known = new Set(before.diagnostics().map(keyOf));
  return report.diagnostics().filter((finding) => !known.has(keyOf(finding)));
}

const keyOf = ({ code, message, primary }: Diagnostic): string => `${code} ${primary.start} ${message}`;

/** Reports versions that differ from the written ones, because a reviewer has seen only those. */
function reportDifferences(written: Software, found: Software, places: Places, report: Reporter): void {
  for (const [name, version] of Object.entries(written)) {
    const here = found[name];
    if (here === undefined || isSame(here, version)) continue;
    const message = `${name} is ${here} here, and the plan says ${version}`;
    const help = `write \`${name}: ${here}\`, or start the Python that has ${version}`;
    report.warning('RP6014', places.setting('launch', 'software'), message, { help });
  }
}

/** The text after a `+` is the build: `2.13.0+cu128`. */
const isSame = (one: string, other: string): boolean => one.split('+')[0] === other.split('+')[0];
