import type { LaunchPlan } from '../../generated/plan.ts';
import type { HazardContext } from '../hazards/hazard.ts';

/** What a plan says of itself to those who look for hazards; `found` are versions that a machine has. */
export const hazardSubject = (
  { launch, slurm, backend, visibility }: LaunchPlan,
  found: HazardContext['software'] = {},
): Pick<HazardContext, 'launch' | 'slurmSetup' | 'backend' | 'visibility' | 'software'> => ({
  launch,
  slurmSetup: slurm?.setup ?? [],
  backend,
  visibility,
  software: { ...launch.software, ...found },
});
