import type { Places } from '../../compiler/inventory/places.ts';
import type { LaunchPlan } from '../../generated/plan.ts';

/** GPUs of one type on a node, as Slurm's GRES count them. */
export interface ClusterGpus {
  /** Null if the cluster has GPUs without a type. */
  readonly type: string | null;
  readonly count: number;
}

/** A node as Slurm describes it. Every text in it is a stranger's. */
export interface ClusterNode {
  readonly name: string;
  /** CPUs that jobs may use; null when the answer does not say. */
  readonly cpus: number | null;
  /** All its memory. */
  readonly memoryMib: number | null;
  /** In the order of its GRES, a type once for each time it is listed; null when the GRES is of no known form. */
  readonly gpus: readonly ClusterGpus[] | null;
  /** The GRES as written, on one line. */
  readonly gres: string;
  /** Base state and flags in capitals, such as `IDLE`, `DRAIN`. */
  readonly states: readonly string[];
  /** Why it is out of service, on one line; null when unknown. */
  readonly reason: string | null;
  readonly partitions: readonly string[];
}

/** Limits of a partition, or of slurm.conf for partitions without their own. A field that is left out is not known. */
export interface MemoryLimits {
  /** The most that a job may request on a node (MaxMemPerNode). */
  readonly maxMemoryMib?: number;
  /** The most for each CPU of the job (MaxMemPerCPU). */
  readonly maxMemoryPerCpuMib?: number;
  /** What a job without a request gets on a node (DefMemPerNode); null: all of it. */
  readonly defaultMemoryMib?: number | null;
}

export interface ClusterPartition extends MemoryLimits {
  readonly name: string;
  readonly isDefault: boolean;
  /** `UP`, or what it is instead. */
  readonly state: string;
  /** The longest time limit of a job; null if there is none. */
  readonly maxMinutes: number | null;
  /** The time limit of a job that requests none, if it differs. */
  readonly defaultMinutes?: number;
}

/** What is read of slurm.conf. */
export interface ClusterSettings extends MemoryLimits {
  /** When Slurm said so, in its words: the clock by which reservations begin. */
  readonly asOf: string;
  /** The most tasks that a step may have on a node. */
  readonly maxTasksPerNode: number | null;
}

/** Nodes that only certain jobs get, for a time. */
export interface ClusterReservation {
  readonly name: string;
  readonly nodes: ReadonlySet<string>;
  /** Whether all of these nodes, and not only some cores, are reserved. */
  readonly isWhole: boolean;
  readonly isActive: boolean;
  /** Whether jobs that may use it get it also without naming it. */
  readonly isMagnetic: boolean;
  /** As Slurm writes it: `2026-11-23T15:31:32`. */
  readonly start: string;
  readonly end: string;
}

/** What is known of a cluster. */
export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  /** Null if the answer has only nodes: then their own `partitions` are all that is known. */
  readonly partitions: readonly ClusterPartition[] | null;
  /** What `scontrol show topology` prints; left out if there is none. */
  readonly network?: string;
  /** Left out where they were not read. */
  readonly settings?: ClusterSettings;
  readonly reservations?: readonly ClusterReservation[];
}

/** An answer that is not from Slurm; the message continues "the answer of Slurm …". */
export interface ClusterProblem {
  readonly problem: string;
}

/** How many GPUs of each type, in the order in which the types first appear. */
export function tallyGpus(gpus: readonly ClusterGpus[]): ReadonlyMap<string | null, number> {
  const tally = new Map<string | null, number>();
  for (const { type, count } of gpus) tally.set(type, (tally.get(type) ?? 0) + count);
  return tally;
}

export const totalOf = (tally: ReadonlyMap<string | null, number>): number =>
  [...tally.values()].reduce((sum, count) => sum + count, 0);

/** States in which a node takes no job until an administrator, or the node itself, changes that. */
const OUT_OF_SERVICE = new Set(
  (
    'BLOCKED DOWN DRAIN DRAINED DRAINING ERROR FAIL FAILING FUTURE INVAL INVALID_REG MAINT MAINTENANCE ' +
    'NOT_RESPONDING POWERING_DOWN POWER_DOWN REBOOT_ISSUED UNKNOWN'
  ).split(' '),
);

export const isUsable = ({ states }: ClusterNode): boolean =>
  !states.some((state) => OUT_OF_SERVICE.has(state));

/** `out of service (IDLE+DRAIN): the reason`. */
export const explainState = ({ states, reason }: ClusterNode): string =>
  `out of service (${states.join('+')})${reason === null ? '' : `: ${reason}`}`;

/** The job's requests for each of its nodes. */
export interface NodeRequest {
  /** Null: it takes the node's, whatever they are. */
  readonly cpus: number | null;
  /** Whether it requests GPUs by their type. */
  readonly isTyped: boolean;
}

/** What is compared: a plan with what the cluster has. */
export interface Comparison {
  readonly plan: LaunchPlan;
  readonly places: Places;
  readonly cluster: Cluster;
  /** By node. A node that is not there is compared in all that the topology says of it. */
  readonly requests: ReadonlyMap<string, NodeRequest>;
}
