import type { Places } from '../../compiler/inventory/places.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
/** GPUs of one type on a node, as Slurm's GRES count them. */
export interface ClusterGpus {
  /** Null where the cluster has GPUs without a type. */
  readonly type: string | null;
  readonly count: number;
}

/** A node as Slurm describes it. Every text in it is a stranger's. */
export interface ClusterNode {
  readonly name: string;
  /** CPUs that jobs may use; null when the answer does not say. */
  readonly cpus: number | null;
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

export interface ClusterPartition {
  readonly name: string;
  readonly isDefault: boolean;
  /** `UP`, or what it is instead. */
  readonly state: string;
  /** The longest time limit of a job; null when there is none. */
  readonly maxMinutes: number | null;
  /** The most memory that a job may ask of a node (MaxMemPerNode); left out when there is no limit. */
  readonly maxMemoryMib?: number;
}

/** What is known of a cluster. */
export interface Cluster {
  /** In the order of the answer. */
  readonly nodes: readonly ClusterNode[];
  /** Null when the answer tells of nodes only: then their own `partitions` are all that is known. */
  readonly partitions: readonly ClusterPartition[] | null;
  /** What `scontrol show topology` prints; left out where there is none. */
  readonly network?: string;
}

/** An answer that is none of Slurm's; the message continues "the answer of Slurm …". */
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

/** States in which a node takes no job until somebody, or the node itself, does something about it. */
const OUT_OF_SERVICE: ReadonlySet<string> = new Set([
  'BLOCKED',
  'DOWN',
  'DRAIN',
  'DRAINED',
  'DRAINING',
  'ERROR',
  'FAIL',
  'FAILING',
  'FUTURE',
  'INVAL',
  'INVALID_REG',
  'MAINT',
  'MAINTENANCE',
  'NOT_RESPONDING',
  'POWERING_DOWN',
  'POWER_DOWN',
  'REBOOT_ISSUED',
  'UNKNOWN',
]);

export const isUsable = ({ states }: ClusterNode): boolean =>
  !states.some((state) => OUT_OF_SERVICE.has(state));

/** `out of service (IDLE+DRAIN): the reason`. */
export function explainState({ states, reason }: ClusterNode): string {
  return `out of service (${states.join('+')})${reason === null ? '' : `: ${reason}`}`;
}

/** What is compared: a plan with what the cluster has. */
export interface Comparison {
  readonly plan: LaunchPlan;
  readonly places: Places;
  readonly cluster: Cluster;
}
