import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PlanNode } from '../../../../src/generated/plan.ts';
import { startWaiting } from '../../../patience.ts';
import { type Inside, type RunOptions, type RunResult, runInside, spawnInside } from './commands.ts';
import { makeDevices } from './devices.ts';
import { type JobOutcome, type JobRecord, pollJob, showJob, waitForJob } from './jobs.ts';
import { type Keeper, startKeeper } from './keeper.ts';
import { claimPorts, type PortBlock } from './ports.ts';
import { type Partition, renderConfiguration } from './slurm-conf.ts';
import type { SlurmInstall } from './versions.ts';

export interface ClusterOptions {
  readonly slurm: SlurmInstall;
  /** Whether jobs are kept from devices that they were not given. */
  readonly constrained?: boolean;
  /** Default: 1. It must divide the nodes' CPUs. */
  readonly threadsPerCore?: number;
  /** Default: `gpu`, of all nodes. */
  readonly partitions?: readonly Partition[];
  /** More lines of slurm.conf. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** The nodes of each switch of the network, in its order. Default: nobody knows the network. */
  readonly switches?: readonly (readonly string[])[];
  /** More files of the configuration, by name, which win over those here. */
  readonly files?: Readonly<Record<string, string>>;
  /** More paths of this machine that jobs must see; temporary files, this repository and node they see anyway. */
  readonly shared?: readonly string[];
}

export interface Cluster {
  readonly slurm: SlurmInstall;
  /** A folder at the same path for this process and for jobs. */
  readonly workDir: string;
  /** Every node's fake GPUs, named by `deviceName`. */
  readonly deviceDir: string;
  readonly run: (argv: readonly string[], options?: RunOptions) => Promise<RunResult>;
  readonly spawn: (argv: readonly string[], options?: RunOptions) => ChildProcess;
  readonly submit: (script: string, args?: readonly string[], options?: SubmitOptions) => Promise<number>;
  readonly showJob: (id: number) => Promise<readonly JobRecord[]>;
  readonly pollJob: (
    id: number,
    isThere: (records: readonly JobRecord[]) => boolean,
  ) => Promise<readonly JobRecord[]>;
  readonly waitForJob: (id: number) => Promise<JobOutcome>;
  readonly cancel: (id: number, args?: readonly string[]) => Promise<void>;
  /** Pulls the plug: the node's daemon and all tasks on it are gone. */
  readonly downNode: (name: string) => Promise<void>;
  /** What SlurmdTimeout does to a silent node; a short timeout takes busy nodes for dead. */
  readonly declareDown: (name: string) => Promise<void>;
  readonly restartNode: (name: string) => Promise<void>;
  /** From now on the folder is empty on that node. */
  readonly hide: (name: string, folder: string) => Promise<void>;
  readonly drain: (name: string) => Promise<void>;
  readonly resume: (name: string) => Promise<void>;
  readonly waitForNode: (name: string, states: readonly string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export interface SubmitOptions extends RunOptions {
  /** Options of sbatch; `args` go to the script. */
  readonly sbatch?: readonly string[];
}

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');

/** Starts a Slurm cluster with the nodes of a plan; resolves when all of them are idle. */
export async function startCluster(nodes: readonly PlanNode[], options: ClusterOptions): Promise<Cluster> {
  const ports = await claimPorts(nodes.length + 1);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'rankplan-slurm-'));
  let keeper: Keeper | undefined;
  const stop = async (): Promise<void> => {
    await keeper?.stop();
    rmSync(folder, { recursive: true, force: true });
    ports.release();
  };
  try {
    writeFolder(folder, nodes, ports, options);
    keeper = await startKeeper(folder, options.slurm.chroot);
    const cluster = clusterOf(folder, keeper, options.slurm, stop);
    await untilReady(cluster, nodes, folder);
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

function writeFolder(
  folder: string,
  nodes: readonly PlanNode[],
  { first, ports }: PortBlock,
  {
    slurm,
    constrained = false,
    threadsPerCore = 1,
    partitions,
    settings = {},
    switches = [],
    files = {},
    shared = [],
  }: ClusterOptions,
): void {
  for (const name of ['etc', 'dev', 'log', 'run', 'spool', 'state', 'work']) mkdirSync(join(folder, name));
  // Jobs of clusters that run at once have numbers apart, as Slurm names their cgroups by node and number alone.
  const firstJobId = first * 100;
  const configuration = renderConfiguration({
    folder,
    nodes,
    partitions: partitions ?? [{ name: 'gpu', isDefault: true }],
    ports,
    firstJobId,
    version: slurm.version,
    constrained,
    threadsPerCore,
    settings,
    switches,
  });
  const names = nodes.map(({ name }) => name);
  const hosts = ['hosts', `127.0.0.1 localhost controller ${names.join(' ')}\n`] as const;
  for (const [name, text] of [...configuration, hosts, ...Object.entries(files)])
    writeFileSync(join(folder, 'etc', name), text);
  writeFileSync(join(folder, 'etc/munge.key'), randomBytes(1024), { mode: 0o600 });
  writeFileSync(join(folder, 'nodes'), names.map((name) => `${name}\n`).join(''));
  writeFileSync(join(folder, 'first-job-id'), `${firstJobId}\n`);
  const paths = [realpathSync(tmpdir()), REPOSITORY, process.execPath, ...shared];
  writeFileSync(join(folder, 'shared'), paths.map((path) => `${path}\n`).join(''));
  makeDevices(nodes, join(folder, 'dev'));
}

function clusterOf(folder: string, keeper: Keeper, slurm: SlurmInstall, stop: () => Promise<void>): Cluster {
  const [workDir, deviceDir] = [join(folder, 'work'), join(folder, 'dev')];
  const env = { SLURM_CONF: join(folder, 'etc/slurm.conf') };
  const inside: Inside = { pid: keeper.pid, chroot: slurm.chroot, workDir, env, hasNetwork: true };
  const run = (argv: readonly string[], options?: RunOptions) => runInside(inside, argv, options);
  const must = async (argv: readonly string[], options?: RunOptions): Promise<string> => {
    const { status, stdout, stderr } = await run(argv, options);
    if (status !== 0) throw new Error(`${argv.join(' ')}: status ${status}: ${stderr}`);
    return stdout;
  };
  const scontrol = (args: readonly string[]) => run(['scontrol', ...args]);
  const update = (name: string, ...fields: readonly string[]) =>
    must(['scontrol', 'update', `NodeName=${name}`, ...fields]);
  return {
    slurm,
    workDir,
    deviceDir,
    run,
    spawn: (argv, options) => spawnInside(inside, argv, options),
    submit: async (script, args = [], { sbatch = [], ...options } = {}) =>
      Number.parseInt(await must(['sbatch', '--parsable', ...sbatch, script, ...args], options), 10),
    showJob: (id) => showJob(scontrol, id),
    pollJob: (id, isThere) => pollJob(scontrol, id, isThere),
    waitForJob: (id) => waitForJob(scontrol, id),
    cancel: async (id, args = []) => void (await must(['scancel', ...args, String(id)])),
    downNode: (name) => keeper.command(`down ${name}`),
    declareDown: async (name) => void (await update(name, 'State=DOWN', 'Reason=test')),
    restartNode: (name) => keeper.command(`up ${name}`),
    hide: (name, folder) => keeper.command(`hide ${name} ${folder}`),
    drain: async (name) => void (await update(name, 'State=DRAIN', 'Reason=test')),
    resume: async (name) => void (await update(name, 'State=RESUME')),
    waitForNode: (name, states) => waitForNode(must, name, states),
    stop,
  };
}

async function untilReady(cluster: Cluster, nodes: readonly PlanNode[], folder: string): Promise<void> {
  const hangs = startWaiting();
  for (;;) {
    const { stdout, stderr } = await cluster.run(['sinfo', '-h', '-N', '-t', 'idle', '-o', '%N']);
    if (new Set(stdout.split('\n').filter((name) => name !== '')).size === nodes.length) return;
    if (hangs()) {
      throw new Error(`the cluster is not ready: ${stdout}${stderr}\n${logEnds(join(folder, 'log'))}`);
    }
    await sleep(30);
  }
}

/** The last lines of each log, for whoever must find out why a cluster does not start. */
const logEnds = (folder: string): string =>
  readdirSync(folder)
    .map((name) => `${name}:\n${readFileSync(join(folder, name), 'utf8').split('\n').slice(-12).join('\n')}`)
    .join('\n');

/** Waits until the node is in one of these states, in the words of `sinfo`: idle, down, drained … */
async function waitForNode(
  must: (argv: readonly string[]) => Promise<string>,
  name: string,
  states: readonly string[],
): Promise<string> {
  const hangs = startWaiting();
  for (;;) {
    const [state = ''] = (await must(['sinfo', '-h', '-n', name, '-o', '%T'])).trim().split('\n');
    if (states.includes(state)) return state;
    if (hangs()) throw new Error(`${name} is still ${state}`);
    await sleep(100);
  }
}
