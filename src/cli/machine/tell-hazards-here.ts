import { resolve } from 'node:path';
import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { placesInPlan } from '../../compiler/plan/places-in-plan.ts';
import type { LaunchPlan, PlanNode } from '../../generated/plan.ts';
import { findSoftware } from '../../runtime/software/find-software.ts';
import { isSame, tellHazards } from '../../runtime/software/tell-hazards.ts';
import type { Coverage } from '../../runtime/verify/planned-node.ts';
import type { LoadedPlan } from '../input/load-plan.ts';

/** The command as it starts here; by itself, that of the plan. */
export interface StartHere {
  readonly command: readonly string[];
  readonly directory: string;
}

/** What is known of the versions of libraries that this machine has for a plan's command. */
export function tellHazardsHere(
  plan: LaunchPlan,
  { decisions, file, ignores }: LoadedPlan,
  node: PlanNode,
  coverage: Coverage | null = null,
  start: StartHere = startOf(plan),
): readonly Diagnostic[] {
  const { env, setup, software } = plan.launch;
  const environment = { ...process.env, ...node.env, ...env };
  // Lines of setup may choose another Python: then only one that is named by its path is known.
  const path = setup.length > 0 ? '' : environment['PATH'];
  const found = findSoftware({ ...start, environment: { ...environment, PATH: path } });
  for (const [name, version] of Object.entries(software ?? {})) {
    if (found[name] === undefined)
      coverage?.unverified.push(`the version of ${name}, which no file of the command's Python tells`);
    else if (isSame(found[name], version)) coverage?.verified.push(`${name} ${version}`);
  }
  return tellHazards(plan, found, decisions?.places ?? placesInPlan(file), ignores);
}

const startOf = ({ launch }: LaunchPlan): StartHere => ({
  command: [...(launch.wrap ?? []), ...(launch.command ?? [])],
  directory: resolve(launch.workdir ?? '.'),
});
