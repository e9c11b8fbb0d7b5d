import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { compressHostList } from '../../compiler/values/compress-host-list.ts';
import { groupBy, groupNeighbours } from '../../compiler/values/lists.ts';
import { domainsOf, type Network } from '../../runtime/network/network.ts';
import { parseNetworkText } from '../../runtime/network/parse-network.ts';
import { type Cluster, type ClusterGpus, explainState, isUsable } from '../../runtime/slurm/cluster.ts';
import { isMigProfile } from '../../runtime/slurm/parse-gres.ts';
import { readNetwork } from '../../runtime/slurm/read-cluster.ts';
import { askSlurm, openCluster } from '../slurm/open-cluster.ts';
import { EnvironmentError } from '../verb.ts';
import type { Draft, DraftEntry } from './draft.ts';
import { stop } from './launch/refusal.ts';
import { choosePartition, type DraftNode, selectNodes, toDraftNode } from './slurm-nodes.ts';

export interface SlurmDraftOptions {
  /** A recorded answer of Slurm; null: run Slurm's command. */
  readonly path: string | null;
  /** Only the nodes of this partition; null for all. */
  readonly partition: string | null;
  /** Whether to write classes of nodes (`bind: job`) rather than names. */
  readonly classes: boolean;
}

export function draftFromSlurm(options: SlurmDraftOptions, report: Reporter): Draft {
  const { path } = options;
  const cluster = openCluster(path, report) ?? stop();
  const file = { name: path === null ? '<scontrol>' : path === '-' ? '<stdin>' : path, text: '' };
  const network = readSlurmNetwork(cluster, options, file, report);
  return draftCluster(cluster, options, network, file, report);
}

/** Where the nodes are: by the recorded answer, or by Slurm itself. */
function readSlurmNetwork(
  cluster: Cluster,
  { path, classes }: SlurmDraftOptions,
  file: SourceFile,
  report: Reporter,
): Network | null {
  const text = cluster.network ?? (path === null && !classes ? askSlurm(readNetwork) : null);
  const network = text === null ? null : parseNetworkText(text);
  if (network === null || 'levels' in network) return network;
  report.warning('RP5121', { file, start: 0, end: 0 }, `the network ${network.problem}`, {
    help: 'the topology is written without `domain`: add it by hand',
  });
  return null;
}

/**
 * The nodes of a Slurm cluster in the order of its answer. Those out of service become comments with the reason. So do
 * those without GPUs, unless no node has any: a user of GPUs does not want a rank on each file server.
 */
function draftCluster(
  cluster: Cluster,
  { partition, classes }: SlurmDraftOptions,
  network: Network | null,
  file: SourceFile,
  report: Reporter,
): Draft {
  const found = selectNodes(cluster, partition).flatMap((node) => toDraftNode(node, file, report) ?? []);
  const nodes = network === null || classes ? found : placeNodes(found, network);
  const hasGpus = nodes.some(({ gpus }) => gpus.length > 0);
  const wanted = nodes.filter(({ gpus }) => gpus.length > 0 === hasGpus);
  const usable = wanted.filter((node) => isUsable(node) && !hasInstances(node));
  if (usable.length === 0) throw new EnvironmentError(explainNone(nodes, wanted, hasGpus));
  return {
    summary: 'Slurm',
    origin: ['Written from what Slurm says of its nodes by `rankplan init --from slurm`.'],
    entries: classes ? draftClasses(usable) : draftNodes(usable),
    spared: [
      ...leaveOutInstances(wanted),
      ...leaveOut(
        wanted.filter((node) => !isUsable(node)),
        explainState,
      ),
      ...leaveOut(hasGpus ? nodes.filter((node) => node.gpus.length === 0) : [], () => 'no GPUs'),
    ],
    slurm: choosePartition(cluster, usable, partition),
  };
}

function explainNone(nodes: readonly DraftNode[], wanted: readonly DraftNode[], hasGpus: boolean): string {
  if (nodes.length === 0) return 'no node is left to write';
  const [instances] = leaveOutInstances(wanted);
  if (instances !== undefined) return instances;
  return `all ${wanted.length} nodes${hasGpus ? ' with GPUs' : ''} are out of service: \`sinfo -R\` says why`;
}

const hasInstances = ({ gpus }: DraftNode): boolean => gpus.some(({ type }) => isMigProfile(type));

/** A line for the nodes that are left out for one reason. */
const leaveOut = (nodes: readonly DraftNode[], explain: (node: DraftNode) => string): readonly string[] =>
  [...groupBy(nodes, explain)].map(
    ([why, members]) => `left out: ${compressHostList(members.map(({ name }) => name))}: ${why}`,
  );

/** MIG instances are named by UUID, which only the driver of the node knows. */
const leaveOutInstances = (nodes: readonly DraftNode[]): readonly string[] =>
  leaveOut(
    nodes.filter((node) => isUsable(node) && hasInstances(node)),
    ({ gpus }) =>
      `MIG instances (${gpus.map(({ type, count }) => `${count} ${type ?? 'of no type'}`).join(', ')}), of which ` +
      'Slurm does not give the UUIDs: `rankplan init --from probe` on the node does',
  );

/** Makes one entry for neighbours of one kind; domain by domain, if domains are known. */
function draftNodes(nodes: readonly DraftNode[]): readonly DraftEntry[] {
  const places = [...groupBy(nodes, ({ domain }) => JSON.stringify(domain)).values()];
  const groups = places.flatMap((members) =>
    groupNeighbours(members, ({ cpus, gpus }) => JSON.stringify([cpus, gpus])),
  );
  return groups.map(({ members }) => {
    const [{ domain = [], cpus, gpus }] = members;
    return { hosts: compressHostList(members.map(({ name }) => name)), domain, cpus, gpus };
  });
}

function placeNodes(nodes: readonly DraftNode[], network: Network): readonly DraftNode[] {
  const names = nodes.map(({ name }) => name);
  const domains = domainsOf(network, names);
  return nodes.map((node, i) => ({ ...node, domain: domains[i] ?? [] }));
}

/** Longer types are cut in slot names, which must stay host names. */
const MAX_BASE = 200;

/** One class for all nodes with equal GPUs; the CPU count of a class is the smallest of its nodes. */
export function draftClasses(nodes: readonly DraftNode[]): readonly DraftEntry[] {
  const classes = [...groupBy(nodes, ({ gpus }) => JSON.stringify(gpus)).values()];
  return classes.map((members): DraftEntry => {
    const known = members.flatMap((node) => node.cpus ?? []);
    const cpus =
      known.length < members.length ? null : known.reduce((least, count) => Math.min(least, count));
    const [{ gpus }] = members;
    return { hosts: numberSlots(nameClass(gpus), members.length), isClass: true, cpus, gpus };
  });
}

/** `a100x8-[01-16]`. */
function numberSlots(name: string, count: number): string {
  const width = String(count).length;
  return count === 1 ? `${name}-1` : `${name}-[${'1'.padStart(width, '0')}-${count}]`;
}

/** Names a class after its GPUs. */
const nameClass = (gpus: readonly ClusterGpus[]): string =>
  gpus.length === 0
    ? 'cpu'
    : gpus
        .map(({ type, count }) => `${type ?? 'gpu'}x${count}`)
        .join('-')
        .slice(0, MAX_BASE);
