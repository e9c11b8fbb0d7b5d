import { join } from 'node:path';
import type { PlanNode } from '../../../../src/generated/plan.ts';
import { deviceName, gresRuns } from './devices.ts';

export interface Partition {
  readonly name: string;
  /** Default: all nodes. */
  readonly nodes?: readonly string[];
  readonly maxMinutes?: number;
  readonly isDefault?: boolean;
}

export interface Configuration {
  readonly folder: string;
  readonly nodes: readonly PlanNode[];
  readonly partitions: readonly Partition[];
  /** The controller's port, then one for each node. */
  readonly ports: readonly number[];
  readonly firstJobId: number;
  readonly version: string;
  readonly constrained: boolean;
  readonly threadsPerCore: number;
  /** More lines of slurm.conf, which win over those here. */
  readonly settings: Readonly<Record<string, string | number>>;
  readonly switches: readonly (readonly string[])[];
}

/** The files of Slurm's configuration, by name. */
export function renderConfiguration(configuration: Configuration): ReadonlyMap<string, string> {
  return new Map([
    ['slurm.conf', renderSlurmConf(configuration)],
    ['gres.conf', renderGresConf(configuration)],
    ['cgroup.conf', renderCgroupConf(configuration)],
    ['topology.conf', renderTopologyConf(configuration)],
  ]);
}

function renderSlurmConf(configuration: Configuration): string {
  const settings: Record<string, string | number> = {
    ...paths(configuration.folder),
    ...plugins(configuration.constrained),
    ...timing(configuration.version),
    ClusterName: 'lab',
    SlurmctldHost: 'controller(127.0.0.1)',
    SlurmctldPort: configuration.ports[0] ?? 0,
    FirstJobId: configuration.firstJobId,
    SlurmUser: 'root',
    SlurmdUser: 'root',
    SlurmdParameters: 'config_overrides', // what is said of the nodes holds, not what this machine has
    GresTypes: 'gpu',
    ReturnToService: 2,
    MailProg: '/bin/true',
    ...configuration.settings,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const nodes = configuration.nodes.map((node, index) =>
    nodeLine(node, configuration.ports[index + 1] ?? 0, configuration.threadsPerCore),
  );
  const partitions = configuration.partitions.map((partition) =>
    partitionLine(partition, configuration.nodes),
  );
  return `${[...lines, ...nodes, ...partitions].join('\n')}\n`;
}

const paths = (folder: string): Record<string, string> => ({
  StateSaveLocation: join(folder, 'state'),
  SlurmdSpoolDir: join(folder, 'spool/%n'),
  SlurmctldPidFile: join(folder, 'run/slurmctld.pid'),
  SlurmdPidFile: join(folder, 'run/slurmd-%n.pid'),
  SlurmctldLogFile: join(folder, 'log/slurmctld.log'),
  SlurmdLogFile: join(folder, 'log/slurmd-%n.log'),
  // A requeued job waits for as long as a credential lasts, and a busy machine must start a step within it. Default: 120 seconds.
  AuthInfo: `socket=${join(folder, 'run/munge.socket')},cred_expire=15`,
});

const plugins = (constrained: boolean): Record<string, string> => ({
  AuthType: 'auth/munge',
  CredType: 'cred/munge',
  ProctrackType: constrained ? 'proctrack/cgroup' : 'proctrack/linuxproc',
  TaskPlugin: constrained ? 'task/cgroup' : 'task/none',
  SwitchType: 'switch/none',
  MpiDefault: 'none',
  SelectType: 'select/cons_tres',
  SelectTypeParameters: 'CR_Core',
  SchedulerType: 'sched/backfill',
  SchedulerParameters: 'sched_interval=1,bf_interval=1,batch_sched_delay=0,sched_min_interval=0',
  AccountingStorageType: 'accounting_storage/none',
  JobAcctGatherType: 'jobacct_gather/none',
});

/** A machine that is busy with something else must not look like a dead one. */
const timing = (version: string): Record<string, number> => ({
  SlurmctldTimeout: 30,
  SlurmdTimeout: 300,
  MessageTimeout: 60,
  KillWait: 5,
  MinJobAge: 3600,
  ...(version < '23' ? { InactiveLimit: 0, Waittime: 0 } : {}),
});

function nodeLine(node: PlanNode, port: number, threads: number): string {
  const counts = new Map<string, number>();
  for (const { type, indices } of gresRuns(node)) {
    const name = type === null ? 'gpu' : `gpu:${type}`;
    counts.set(name, (counts.get(name) ?? 0) + indices.length);
  }
  const gres = [...counts].map(([name, count]) => `${name}:${count}`).join(',');
  const cpus = node.cpus ?? 4 * Math.max(4, node.gpus.length, node.cpuRanks);
  const cores = threads === 1 ? '' : ` Sockets=1 CoresPerSocket=${cpus / threads} ThreadsPerCore=${threads}`;
  return `NodeName=${node.name} NodeAddr=127.0.0.1 Port=${port} CPUs=${cpus}${cores} RealMemory=4000${gres === '' ? '' : ` Gres=${gres}`}`;
}

function partitionLine(partition: Partition, nodes: readonly PlanNode[]): string {
  const members = (partition.nodes ?? nodes.map(({ name }) => name)).join(',');
  const time = partition.maxMinutes ?? 'UNLIMITED';
  const isDefault = partition.isDefault === true ? 'YES' : 'NO';
  return `PartitionName=${partition.name} Nodes=${members} Default=${isDefault} MaxTime=${time} State=UP`;
}

/** One line for each run of one type, in index order. Slurm counts from 0 without gaps, those of one type together. */
function renderGresConf({ nodes, folder }: Configuration): string {
  const lines = nodes.flatMap((node) =>
    gresRuns(node).map(({ type, indices }) => {
      const typed = type === null ? '' : ` Type=${type}`;
      const file = join(folder, 'dev', deviceName(node.name, 0)).slice(0, -1);
      return `NodeName=${node.name} Name=gpu${typed} File=${file}[${indices.join(',')}]`;
    }),
  );
  return `${lines.join('\n')}\n`;
}

function renderTopologyConf({ switches }: Configuration): string {
  const leaves = switches.map((nodes, number) => `SwitchName=s${number} Nodes=${nodes.join(',')}\n`);
  return switches.length === 0
    ? ''
    : `${leaves.join('')}SwitchName=top Switches=s[0-${switches.length - 1}]\n`;
}

function renderCgroupConf({ version, constrained }: Configuration): string {
  if (constrained) {
    return 'CgroupPlugin=cgroup/v1\nCgroupMountpoint=/sys/fs/cgroup\nConstrainDevices=yes\n';
  }
  return `CgroupPlugin=${version < '23' ? 'cgroup/v1' : 'disabled'}\n`;
}
