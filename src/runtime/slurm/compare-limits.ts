import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { listReplicas } from '../../compiler/plan/replica-plan.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { ClusterNode, Comparison, MemoryLimits } from './cluster.ts';
import { choosePartition, type KnownPartition, nodesIn, wantedPartitions } from './compare-partitions.ts';
import { type NodeFinding, reportNodes } from './node-needs.ts';

/** Compares a job with limits of the cluster of which `sbatch --test-only` says nothing (22.05, 24.11, 26.05). */
export function compareLimits(comparison: Comparison, report: Reporter): void {
  if (comparison.plan.slurm === null) return;
  reportNodes(findTooManyTasks(comparison), report);
  const chosen = wantedPartitions(comparison);
  const found = chosen.map((partition) => findTooMuchMemory(comparison, partition));
  // The job runs in any of the partitions.
  if (found.every(({ length }) => length > 0)) reportNodes(found[0] ?? [], report);
}

/** The job would start, and its step be refused ("Task count specification invalid"). A replica is a step of its own. */
function findTooManyTasks({ plan, places, cluster }: Comparison): readonly NodeFinding[] {
  const most = cluster.settings?.maxTasksPerNode ?? Number.POSITIVE_INFINITY;
  const replicas = listReplicas(plan).map(({ replica }): readonly { node: string }[] => replica.processes);
  const counts = new Map<string, number>();
  for (const step of plan.roles === null ? [plan.ranks] : replicas)
    for (const [host, { length }] of groupBy(step, ({ node }) => node))
      counts.set(host, Math.max(length, counts.get(host) ?? 0));
  const what = plan.roles === null ? 'ranks' : 'processes of a replica';
  const also = plan.roles === null ? ', or use `--emit torchrun`, which is one task for a node' : '';
  const help = `place fewer ${what} on the node${also}`;
  return plan.nodes.flatMap(({ name: host }, index): readonly NodeFinding[] => {
    const count = counts.get(host) ?? 0;
    if (count <= most) return [];
    const text = `${count} ${what}, and Slurm starts at most ${most} task${most === 1 ? '' : 's'} of a step on a node (MaxTasksPerNode)`;
    return [{ code: 'RP5118', severity: 'error', span: places.node(index), host, text, help }];
  });
}

/** Above MaxMemPerNode a job waits for ever (MaxMemPerLimit); above MaxMemPerCPU Slurm does not take it. */
function findTooMuchMemory(comparison: Comparison, partition: KnownPartition): readonly NodeFinding[] {
  const { plan, places, cluster } = comparison;
  // A partition without limits has those of slurm.conf.
  const isLimited = partition.maxMemoryMib !== undefined || partition.maxMemoryPerCpuMib !== undefined;
  const limits: MemoryLimits = isLimited ? partition : (cluster.settings ?? {});
  const wanted = wantedMemory(plan.slurm, partition, cluster.settings ?? {});
  if (wanted === null) return [];
  const nodes = listNodes(comparison);
  const excesses = nodes.flatMap((node) => {
    const requested = Math.min(wanted, node.memoryMib ?? wanted);
    const most = limits.maxMemoryMib ?? (limits.maxMemoryPerCpuMib ?? Number.NaN) * (node.cpus ?? Number.NaN);
    return requested > most ? [{ node, requested, most }] : [];
  });
  // If the job finds its machines itself, one that fits is enough.
  if (plan.nodes[0]?.bind === 'job' && excesses.length < nodes.length) return [];
  const isPerCpu = limits.maxMemoryMib === undefined;
  return excesses.map(({ node, requested, most }): NodeFinding => {
    const what = Number.isFinite(wanted) ? `\`mem: ${plan.slurm?.mem}\`` : 'all memory of the node';
    const size = Number.isFinite(wanted) || !Number.isFinite(requested) ? '' : `, ${requested} MiB`;
    const limit = isPerCpu
      ? `the ${most} MiB that MaxMemPerCPU of \`${partition.name}\` gives its ${node.cpus} CPUs: Slurm would refuse the job`
      : `the limit of \`${partition.name}\`, ${most} MiB: the job would wait for ever`;
    return {
      code: 'RP5118',
      severity: isPerCpu ? 'error' : 'warning',
      span: places.setting('slurm', 'mem'),
      host: node.name,
      text: `${what}${size} is above ${limit}`,
      help: `write \`slurm.mem: ${most}M\` or less, or \`mem: none\` where the partition has a default below that`,
    };
  });
}

/** Those with ranks; of a job that finds its machines itself, all that it may find. */
function listNodes(comparison: Comparison): readonly ClusterNode[] {
  const { plan, cluster } = comparison;
  if (plan.nodes[0]?.bind === 'job') return nodesIn(cluster, choosePartition(comparison));
  const ranks = groupRanks(plan);
  return cluster.nodes.filter(({ name }) => ranks.has(name));
}

const MIB: Readonly<Record<string, number>> = { K: 1 / 1024, M: 1, G: 1024, T: 1024 ** 2 };

/** In MiB for each node; infinite for all that a node has, null if that is not known. */
function wantedMemory(slurm: LaunchPlan['slurm'], partition: MemoryLimits, settings: MemoryLimits) {
  const text = slurm?.mem ?? (slurm?.allocation === 'shared' ? 'none' : '0');
  if (text === 'none') {
    const usual =
      partition.defaultMemoryMib === null ? settings.defaultMemoryMib : partition.defaultMemoryMib;
    return usual === undefined ? null : (usual ?? Number.POSITIVE_INFINITY);
  }
  const [, digits, unit = 'M'] = /^(\d+)([KMGT]?)$/.exec(text.toUpperCase()) ?? [];
  if (digits === undefined) return null;
  return Number(digits) === 0 ? Number.POSITIVE_INFINITY : Number(digits) * (MIB[unit] ?? 1);
}
