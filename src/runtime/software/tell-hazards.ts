import type { Ignores } from '../../compiler/diagnostics/ignores.ts';
import { createReporter, type Diagnostic, type Reporter } from '../../compiler/diagnostics/reporter.ts';
import { checkHazards } from '../../compiler/hazards/hazards.ts';
import type { Places } from '../../compiler/inventory/places.ts';
import { mapPlan } from '../../compiler/plan/check-plan.ts';
import type { Software } from '../../compiler/syntax/topology.ts';
import type { LaunchPlan } from '../../generated/plan.ts';

/** Findings of a plan that follow only from the versions that this machine has. */
export function tellHazards(
  plan: LaunchPlan,
  found: Software,
  places: Places,
  ignores: Ignores,
): readonly Diagnostic[] {
  const mapped = Object.keys(found).length === 0 ? '' : mapPlan(plan);
  if (typeof mapped === 'string') return [];
  const report = createReporter(ignores);
  tellDifferences(plan.launch.software ?? {}, found, places, report);
  checkHazards(plan, { ...mapped, places, report }, found);
  const before = createReporter(ignores);
  checkHazards(plan, { ...mapped, places, report: before });
  const known = new Set(before.diagnostics().map(keyOf));
  return report.diagnostics().filter((finding) => !known.has(keyOf(finding)));
}

const keyOf = ({ code, message, primary }: Diagnostic): string => `${code} ${primary.start} ${message}`;

/** What is written is what was reviewed: other versions are for a reviewer to see. */
function tellDifferences(written: Software, found: Software, places: Places, report: Reporter): void {
  for (const [name, version] of Object.entries(written)) {
    const here = found[name];
    if (here === undefined || isSame(here, version)) continue;
    report.warning(
      'RP6014',
      places.setting('launch', 'software'),
      `${name} is ${here} here, and the plan says ${version}`,
      {
        help: `write \`${name}: ${here}\`, or start the Python that has ${version}`,
      },
    );
  }
}

/** What stands behind a `+` says how it was built: `2.13.0+cu128`. */
export const isSame = (one: string, other: string): boolean => one.split('+')[0] === other.split('+')[0];
