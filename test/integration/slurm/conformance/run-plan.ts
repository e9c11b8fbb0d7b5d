import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from '../../../../src/cli/input/digest.ts';
import { renderPlan } from '../../../../src/compiler/plan/render-plan.ts';
import {
  defaultEmitters,
  emitPlan,
  findRefusals,
  selectEmitters,
} from '../../../../src/emitters/emit-plan.ts';
import type { LaunchPlan } from '../../../../src/generated/plan.ts';
import { writeArtifacts } from '../../../../src/runtime/write-artifacts.ts';
import type { Cluster, SubmitOptions } from '../harness/cluster.ts';
import type { JobOutcome } from '../harness/jobs.ts';

const REPORT_TASK = fileURLToPath(new URL('../harness/report-task.sh', import.meta.url));

/** What a rank found: the line of `report-task.sh`. */
export interface TaskReport {
  readonly [variable: string]: string | readonly string[] | null;
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
  readonly argv: readonly string[];
}

export interface PlanRun {
  readonly plan: LaunchPlan;
  readonly state: string;
  readonly exitCode: number;
  /** The job's own log. */
  readonly log: string;
  /** By rank; null: that rank wrote nothing, or no line of JSON. */
  readonly reports: readonly (TaskReport | null)[];
  /** Which machine each node of the plan was; a node that is named is its own. */
  readonly hostOf: (node: string) => string;
  readonly runDir: string;
}

/** Why this plan has no Slurm script, or null. */
export const refusalCode = (plan: LaunchPlan): string | null =>
  findRefusals(plan, selectEmitters(['slurm']))[0]?.code ?? null;

/** Writes all artifacts of a plan into a new folder of the cluster, whose name has a blank. */
export function compilePlan(cluster: Cluster, plan: LaunchPlan): string {
  const folder = mkdtempSync(join(cluster.workDir, 'out '));
  const planText = renderPlan(plan);
  const emitters = selectEmitters(defaultEmitters(plan));
  const outcome = writeArtifacts(
    folder,
    emitPlan({ plan, planText, planDigest: digestOf(planText), emitters }),
  );
  if (outcome.kind === 'refused') throw new Error('a new folder refuses artifacts');
  return folder;
}

/** How a job is submitted, and what is done while it is there. */
export interface JobOptions extends SubmitOptions {
  /** For the script. */
  readonly args?: readonly string[];
  readonly meanwhile?: (id: number, runDir: string) => Promise<unknown>;
}

/** A job that has ended. */
export interface JobRun extends JobOutcome {
  /** The job's own log. */
  readonly log: string;
  readonly runDir: string;
  /** A file of the run's directory. */
  readonly read: (name: string) => string;
}

/** Submits the job of a compiled directory, there, and waits for its end. */
export async function runJob(
  cluster: Cluster,
  folder: string,
  { args, sbatch = [], meanwhile, ...options }: JobOptions = {},
): Promise<JobRun> {
  const path = join(folder, 'job.log');
  const how = { cwd: folder, ...options, sbatch: ['--output', path, ...sbatch] };
  const id = await cluster.submit(join(folder, 'job.sbatch'), args, how);
  const runDir = join(folder, 'runs', String(id));
  await meanwhile?.(id, runDir);
  const outcome = await cluster.waitForJob(id);
  const read = (name: string): string => readFileSync(join(runDir, name), 'utf8');
  return { ...outcome, log: readFileSync(path, 'utf8'), runDir, read };
}

/** Runs the job, and collects what each rank reported. */
export async function runPlan(
  cluster: Cluster,
  plan: LaunchPlan,
  folder = compilePlan(cluster, plan),
  env: Readonly<Record<string, string>> = {},
): Promise<PlanRun> {
  const args = [REPORT_TASK, `--devices=${cluster.deviceDir}`];
  const { state, exitCode, log, runDir } = await runJob(cluster, folder, { args, env, cwd: cluster.workDir });
  const reports = plan.ranks.map(({ rank }) => readReport(join(runDir, `rank-${rank}.out`)));
  const hostOf = readBinding(join(runDir, 'bound.json'));
  return { plan, state, exitCode, log, reports, hostOf, runDir };
}

function readReport(path: string): TaskReport | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null; // two reports in one file are none
  }
}

function readBinding(path: string): (node: string) => string {
  if (!existsSync(path)) return (node) => node;
  const { nodes } = JSON.parse(readFileSync(path, 'utf8')) as { nodes: { node: string; host: string }[] };
  const hosts = new Map(nodes.map(({ node, host }) => [node, host]));
  return (node) => hosts.get(node) ?? `${node} is not bound`;
}
