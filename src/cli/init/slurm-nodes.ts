import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { oneLine } from '../../compiler/source/printable.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { isHostName } from '../../compiler/values/address.ts';
import { groupNeighbours } from '../../compiler/values/lists.ts';
import { renderTimeLimit } from '../../compiler/values/time-limit.ts';
import type { Domain } from '../../runtime/network/network.ts';
import type { Cluster, ClusterGpus, ClusterNode } from '../../runtime/slurm/cluster.ts';
import { UsageError } from '../verb.ts';
import type { DraftSlurm } from './draft.ts';
import { MAX_GPUS } from './launch/launch.ts';

export interface DraftNode extends ClusterNode {
  /** Neighbours of one type together. */
  readonly gpus: readonly ClusterGpus[];
  readonly domain?: Domain;
}

export function selectNodes(cluster: Cluster, partition: string | null): readonly ClusterNode[] {
  const { nodes, partitions } = cluster;
  if (partition === null) return nodes;
  const inside = nodes.filter((node) => node.partitions.includes(partition));
  if (inside.length > 0) return inside;
  const described = (partitions ?? []).map(({ name }) => name);
  const names = new Set([...described, ...nodes.flatMap((node) => node.partitions)]);
  if (names.has(partition)) throw new UsageError(`the partition \`${partition}\` has no nodes`);
  throw new UsageError(
    `the cluster has no partition \`${oneLine(partition)}\`: there are ${oneLine([...names].join(', '))}`,
  );
}

const GRES_TYPE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** What a topology can say of a node; null, and a finding, when it cannot have the node. */
export function toDraftNode(node: ClusterNode, file: SourceFile, report: Reporter): DraftNode | null {
  const { name, gpus } = node;
  const total = (some: readonly ClusterGpus[]) => some.reduce((sum, { count }) => sum + count, 0);
  const refuse = (what: string): null => {
    report.warning('RP5114', { file, start: 0, end: 0 }, `${what}, so the node is left out`, {
      help: 'add the node by hand if the job should run there',
    });
    return null;
  };
  if (!isHostName(name)) return refuse(`\`${oneLine(name)}\` is no name that a topology can have`);
  if (gpus === null) return refuse(`${name} has the GRES \`${node.gres}\`, of no known form`);
  const odd = gpus.find(({ type }) => type !== null && !GRES_TYPE.test(type));
  if (odd !== undefined)
    return refuse(`${name} has GPUs of the type \`${oneLine(odd.type ?? '')}\`, no name for a type`);
  if (total(gpus) > MAX_GPUS) return refuse(`${name} has more than ${MAX_GPUS} GPUs`);
  const runs = groupNeighbours(gpus, ({ type }) => type);
  const merged = runs.map(({ key, members }) => ({ type: key, count: total(members) }));
  const cpus = node.cpus !== null && node.cpus >= 1 && node.cpus <= 65_536 ? node.cpus : null;
  return { ...node, cpus, gpus: merged };
}

const PARTITION = /^[A-Za-z0-9_.-]{1,1024}$/;

/**
 * The partition for a job on these nodes: the one of `--partition`; otherwise one that has them all, the cluster's
 * default before others, those before it in the answer first.
 */
export function choosePartition(
  cluster: Cluster,
  nodes: readonly DraftNode[],
  wanted: string | null,
): DraftSlurm {
  if (wanted !== null && !PARTITION.test(wanted))
    throw new UsageError(`a topology cannot name the partition \`${wanted}\``);
  const counts = new Map<string, number>();
  for (const { partitions } of nodes)
    for (const name of new Set(partitions)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const known = [...(cluster.partitions ?? [])].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const ordered = [...known.map(({ name }) => name), ...counts.keys()].filter((name) => counts.has(name));
  const candidates = [...new Set(ordered)].filter((name) => PARTITION.test(name));
  const partition = wanted ?? candidates.find((name) => counts.get(name) === nodes.length) ?? null;
  const limit = known.find(({ name }) => name === partition)?.maxMinutes ?? null;
  return { partition, candidates, maxTime: limit === null ? null : renderTimeLimit(limit) };
}
