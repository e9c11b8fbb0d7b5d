import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { listSlurmGpus } from '../../compiler/plan/slurm-values.ts';
import { type Group, groupBy } from '../../compiler/values/lists.ts';
import { countCpuShares, findWithheldCpus } from '../../compiler/values/slurm-cpus.ts';
import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from '../../generated/plan.ts';

/** A mapped node as the job script sees it. */
export interface JobNode {
  readonly node: PlanNode;
  /** In rank order, which is the order of local ranks. */
  readonly ranks: readonly PlanRank[];
  /**
   * The GPUs that Slurm gives on this node, by index: number k of them is number k of the visible list that a task
   * finds. Whole nodes: all of them. Shared nodes: those that have ranks.
   */
  readonly devices: readonly PlanGpu[];
}

/** Nodes that one request can describe, in inventory order. A job of several components is a heterogeneous job. */
export type Component = Group<JobNode>;

/**
 * Splits the mapped nodes into as few requests as Slurm keeps exactly, measured on 22.05, 24.11 and 26.05: named whole
 * nodes need one, whatever their GPU counts, but a GPU total cannot be had beside a node without GPUs; nodes that the job
 * binds need one for each class; shared nodes one for each number of ranks and GPUs. Whole nodes without
 * `--exclusive` are requested by what they have, so they are split like shared ones, and by their CPUs.
 * The most GPUs come first: Slurm finds machines in this order, and a component that needs few GPUs, or none, would
 * take those that only a later one can use.
 */
export function splitIntoComponents(plan: LaunchPlan): readonly Component[] {
  const kinds = [...groupBy(listJobNodes(plan), (node) => kindOf(plan, node)).values()];
  return kinds.sort((a, b) => b[0].devices.length - a[0].devices.length);
}

function kindOf({ slurm }: LaunchPlan, { node, ranks, devices }: JobNode): string {
  const request = `${node.class} ${formatDevices(devices)} ${ranks.length}`;
  if (slurm?.allocation === 'shared') return request;
  if (slurm?.exclusive === false) return `${request} ${node.cpus}`;
  return node.bind === 'job' ? `${node.class}` : `${devices.length > 0}`;
}

function listJobNodes(plan: LaunchPlan): readonly JobNode[] {
  const ranksOf = groupRanks(plan);
  return plan.nodes
    .filter(({ name }) => ranksOf.has(name))
    .map((node) => {
      const ranks = ranksOf.get(node.name) ?? [];
      return { node, ranks, devices: listSlurmGpus(plan, node, ranks) };
    });
}

/** GPU counts by GRES type as requests take them: `a100:2,h100:2`, or `4` where a type is not known. */
export function formatDevices(devices: readonly PlanGpu[], prefix = ''): string {
  if (devices.some(({ gres }) => gres === null)) return `${prefix}${devices.length}`;
  const types = groupBy(devices, ({ gres }) => gres ?? '');
  return [...types]
    .map(([type, { length }]) => `${prefix}${type}:${length}`)
    .sort()
    .join(',');
}

/**
 * The most CPUs that every rank can have; null if the topology does not say how many of a node's the job gets, or for
 * several programs, which share them.
 */
export function largestCpusPerTask(plan: LaunchPlan, components: readonly Component[]): number | null {
  if (plan.roles !== null) return null;
  if (plan.slurm !== null && findWithheldCpus(plan.slurm) !== null) return null;
  let least = Number.POSITIVE_INFINITY;
  for (const jobNode of components.flat()) {
    const cpus = countCpus(plan, jobNode);
    if (cpus === null) return null;
    least = Math.min(least, Math.floor(cpus / jobNode.ranks.length));
  }
  return Math.max(1, least);
}

/** How many times `cpusPerTask` CPUs are requested on one node of the component. */
export function countTasks(plan: LaunchPlan, component: Component): number {
  const tasks = component.map((jobNode) =>
    countCpuShares(plan.slurm?.cpusPerTask ?? null, jobNode.ranks.length, countCpus(plan, jobNode)),
  );
  // As arguments they would be too many for a large cluster.
  return tasks.reduce((most, count) => Math.max(most, count));
}

/** The job's CPUs on a node, or null. On shared nodes its part of them is its part of the GPUs, or of the CPU ranks. */
function countCpus({ slurm }: LaunchPlan, { node, ranks, devices }: JobNode): number | null {
  if (node.cpus === null || slurm?.allocation !== 'shared') return node.cpus;
  return node.cpus * (devices.length > 0 ? devices.length / node.gpus.length : ranks.length / node.cpuRanks);
}
