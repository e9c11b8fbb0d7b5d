import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { digestOf } from '../../../src/cli/input/digest.ts';
import { renderPlan } from '../../../src/compiler/plan/render-plan.ts';
import { emitPlan, findRefusals, selectEmitters } from '../../../src/emitters/emit-plan.ts';
import type { LaunchPlan } from '../../../src/generated/plan.ts';
import { writeArtifacts } from '../../../src/runtime/write-artifacts.ts';
import { takePorts } from '../../listen.ts';
import { makeFolder } from '../../scratch.ts';
import { RANKPLAN } from '../hosts/launch.ts';
import { type Cluster, startCluster } from '../slurm/harness/cluster.ts';
import { sharePython } from '../slurm/harness/python.ts';
import type { SlurmInstall } from '../slurm/harness/versions.ts';
import { clientEnv, PYTHON } from './clients.ts';
import { SHAPES, type Shape, shapedPlan } from './plans.ts';

export const LAUNCHERS = ['launch.sh', 'rankplan run', 'job.sbatch', 'torchrun.sbatch'] as const;
export type Launcher = (typeof LAUNCHERS)[number];

export interface Run {
  /** Of the launcher that failed first; of a job its exit status. */
  readonly status: number | null;
  /** What the launchers said. */
  readonly said: string;
  /** What ranks wrote, by the names of their logs: `rank-0.out`. */
  readonly read: (name: string) => string;
  /** The code of a plan that the launcher cannot express. */
  readonly refusal: string | null;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a program; `act` may send it signals. */
export function start(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  act?: (pid: number) => Promise<void>,
): Promise<Ended> {
  return new Promise((done, fail) => {
    const [program = '', ...args] = argv;
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', fail);
    child.on('close', (status) => done({ status, stdout, stderr }));
    if (act !== undefined && child.pid !== undefined) act(child.pid).catch(fail);
  });
}

/** The command line of a launcher, as on one node of a compiled plan. */
export const launcherArgv = (
  launcher: Launcher,
  out: string,
  node: string,
  port: number,
): readonly string[] =>
  launcher === 'rankplan run'
    ? // The GPUs are imagined, and the scripts train on CPUs.
      [...RANKPLAN, 'run', out, '--node', node, '--port', `${port}`, '--no-verify', '--audit', 'off']
    : [join(out, 'launch.sh'), '--node', node, '--port', `${port}`];

/** Writes all that is made of a plan into a new folder. */
export function compileInto(folder: string, plan: LaunchPlan, emitters: readonly string[]): string {
  const planText = renderPlan(plan);
  const out = join(mkdtempSync(join(folder, 'a b ')), 'out');
  writeArtifacts(
    out,
    emitPlan({ plan, planText, planDigest: digestOf(planText), emitters: selectEmitters(emitters) }),
  );
  return out;
}

/** Runs a plan with a launcher for each node, side by side on this machine. */
export async function runHere(launcher: Launcher, plan: LaunchPlan): Promise<Run & { readonly out: string }> {
  const out = compileInto(makeFolder('rankplan-client-'), plan, ['shell']);
  const port = takePorts(1);
  const ends = await Promise.all(
    plan.nodes.map(({ name }) =>
      start(launcherArgv(launcher, out, name, port), { ...clientEnv(), RANKPLAN_RUN_ID: `run-${name}` }),
    ),
  );
  const read = (name: string): string => readOne(join(out, 'runs'), name);
  const failed = ends.find(({ status }) => status !== 0);
  return {
    status: failed === undefined ? 0 : failed.status,
    said: ends.map(({ stderr }) => stderr).join(''),
    read,
    refusal: null,
    out,
  };
}

/** The file of that name, in whichever run of the folder it is. */
function readOne(folder: string, name: string): string {
  if (!existsSync(folder)) return '';
  const path = readdirSync(folder)
    .map((run) => join(folder, run, name))
    .find((candidate) => existsSync(candidate));
  return path === undefined ? '' : readFileSync(path, 'utf8');
}

/** A cluster on which every shape has room. */
export interface ClientCluster {
  readonly runJob: (launcher: Launcher, shape: Shape, script: string) => Promise<Run>;
  readonly stop: () => Promise<void>;
}

export async function startClientCluster(slurm: SlurmInstall): Promise<ClientCluster> {
  const python = sharePython(PYTHON, slurm, makeFolder('rankplan-libraries-'));
  const env = { ...clientEnv(), ...python.env };
  const nodes = SHAPES.flatMap((shape) => shapedPlan(shape, ['true'], 'slurm').nodes);
  const unique = [...new Map(nodes.map((node) => [node.name, node])).values()];
  const shared = [...python.paths, resolve('build')];
  const cluster = await startCluster(unique, { slurm, shared });
  return {
    runJob: (launcher, shape, script) =>
      runJob(cluster, launcher, shapedPlan(shape, [python.program, script], 'slurm'), env),
    stop: cluster.stop,
  };
}

async function runJob(
  cluster: Cluster,
  launcher: Launcher,
  plan: LaunchPlan,
  env: Readonly<Record<string, string>>,
): Promise<Run> {
  const name = launcher === 'torchrun.sbatch' ? 'torchrun' : 'slurm';
  const refusal = findRefusals(plan, selectEmitters([name]))[0] ?? null;
  if (refusal !== null) return { status: null, said: refusal.message, read: () => '', refusal: refusal.code };
  const out = compileInto(cluster.workDir, plan, [name]);
  const log = join(out, '..', 'log');
  const id = await cluster.submit(join(out, launcher), [], { sbatch: ['-o', log], env });
  const { exitCode } = await cluster.waitForJob(id);
  const read = (name: string): string => readOne(join(out, 'runs'), name);
  const nodes = plan.nodes.map((_, number) => read(`node-${number}.err`)).join('');
  return { status: exitCode, said: readFileSync(log, 'utf8') + nodes, read, refusal: null };
}
