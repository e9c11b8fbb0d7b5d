import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReporter, type Diagnostic, type Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { Places } from '../../compiler/inventory/places.ts';
import { placesAtStart } from '../../compiler/plan/places-in-plan.ts';
import { reportUnused } from '../../compiler/syntax/read-ignores.ts';
import { emitPlan, selectEmitters } from '../../emitters/emit-plan.ts';
import { listNodeRequests } from '../../emitters/slurm/directives.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Cluster } from '../../runtime/slurm/cluster.ts';
import { compareCluster } from '../../runtime/slurm/compare-cluster.ts';
import { compareSetup, testSubmission } from '../../runtime/slurm/read-cluster.ts';
import { writeArtifacts } from '../../runtime/write-artifacts.ts';
import { findRefused } from '../findings/find-refused.ts';
import { digestOf } from '../input/digest.ts';
import type { LoadedPlan } from '../input/load-plan.ts';
import { askSlurm } from './open-cluster.ts';

/** Finds where a plan does not agree with the cluster, and whether Slurm, if it `isLive`, would accept its job. */
export async function checkAgainstSlurm(
  cluster: Cluster,
  isLive: boolean,
  loaded: LoadedPlan,
  plan: LaunchPlan,
): Promise<readonly Diagnostic[]> {
  const places = loaded.decisions?.places ?? placesAtStart(loaded.file);
  const requests = listNodeRequests(plan);
  const compare = (report: Reporter) => {
    compareCluster({ plan, places, cluster, requests }, report);
    if (plan.slurm !== null) compareSetup({ plan, places }, report);
    return report;
  };
  const report = compare(createReporter(loaded.ignores));
  if (report.errorCount() === 0) reportUnused(loaded.ignores, 'cluster', report);
  const found = report.diagnostics();
  // What a comment leaves out is the case all the same.
  if (!isLive || plan.slurm === null || compare(createReporter()).diagnostics().some(isTold)) return found;
  return [...found, ...(await testJob(loaded, plan, places))];
}

/**
 * Whether sbatch would only say the same with fewer words. Of a job that waits for a node it says that the node's
 * configuration is not available (22.05 and 24.11), as if it could never run.
 */
const isTold = ({ severity, code }: Diagnostic): boolean =>
  severity === 'error' || code === 'RP5105' || code === 'RP5110';

/** Writes what `compile` would write to a temporary folder, and asks Slurm about the job script there. */
async function testJob(loaded: LoadedPlan, plan: LaunchPlan, places: Places): Promise<readonly Diagnostic[]> {
  const refused = await findRefused(loaded);
  if (refused.length > 0) return refused;
  const emitters = selectEmitters(['slurm']);
  const folder = mkdtempSync(join(tmpdir(), 'rankplan-'));
  try {
    const planText = loaded.planText();
    const directory = join(folder, 'job');
    writeArtifacts(directory, emitPlan({ plan, planText, planDigest: digestOf(planText), emitters }));
    const refusal = askSlurm(() => testSubmission(directory, 'job.sbatch'));
    if (refusal === null) return [];
    const report = createReporter();
    report.error('RP5111', places.setting('slurm'), `Slurm would refuse the job: ${refusal}`, {
      help: 'these are the words of `sbatch --test-only`; look at the keys of `slurm:` that they are about',
    });
    return report.diagnostics();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
