import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planOf } from '../../../compile-text.ts';
import { until } from '../../../patience.ts';
import { compilePlan } from '../conformance/run-plan.ts';
import type { Cluster } from '../harness/cluster.ts';
import type { OutcomeCase, Submitted } from './cases.ts';
import { outcomeTopology } from './topology.ts';

export interface Outcome {
  /** What `queued` found. */
  readonly before: string | null;
  readonly state: string;
  readonly exitCode: number;
  readonly restarts: number;
  /** The job's own log, with the names of folders replaced. */
  readonly log: string;
}

/** Runs a case to its end, and its `act` and `verify` on the way. */
export async function runOutcome(cluster: Cluster, outcome: OutcomeCase): Promise<Outcome> {
  const { slurm, more, command, prepare, queued, act, sbatch = [], verify } = outcome;
  const plan = planOf(outcomeTopology(slurm, { launch: { command: ['bash', '-c', command] }, ...more }));
  const folder = compilePlan(cluster, plan);
  await prepare?.(folder, cluster);
  const jobId = await cluster.submit(join(folder, 'job.sbatch'), [], {
    sbatch: ['--output', join(folder, 'job.log'), ...sbatch],
  });
  const job: Submitted = { cluster, folder, jobId, runDir: join(folder, 'runs', String(jobId)) };
  const before = (await queued?.(job)) ?? null;
  if (act !== undefined) {
    await untilReady(job, plan.worldSize);
    await act(job);
  }
  const { state, exitCode, restarts } = await cluster.waitForJob(jobId);
  const log = readFileSync(join(folder, 'job.log'), 'utf8')
    .replaceAll(folder, 'out')
    .replaceAll(cluster.workDir, '/work')
    .replaceAll(String(jobId), 'ID');
  if (state === outcome.state) await verify?.(job, log);
  return { before, state, exitCode, restarts, log };
}

async function untilReady({ runDir }: Submitted, ranks: number): Promise<void> {
  const isReady = (): boolean =>
    Array.from({ length: ranks }, (_, rank) => join(runDir, `ready-${rank}`)).every((path) =>
      existsSync(path),
    );
  await until('the ranks', isReady);
}
