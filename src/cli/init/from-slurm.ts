import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { isHostName } from '../../compiler/values/address.ts';
import { compressHostList } from '../../compiler/values/compress-host-list.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { domainsOf, type Network } from '../../runtime/network/network.ts';
import { type Cluster, type ClusterNode, explainState, isUsable } from '../../runtime/slurm/cluster.ts';
import { oneLine } from '../../runtime/slurm/describe-node.ts';
import { isMigProfile } from '../../runtime/slurm/mig-profile.ts';
import { EnvironmentError, UsageError } from '../verb.ts';
import { choosePartition } from './choose-partition.ts';
import type { DraftEntry, DraftNode, SparedEntry } from './draft.ts';
import { draftClasses } from './draft-classes.ts';
import { type Entries, groupNeighbours } from './from-hostfile.ts';

export interface SlurmDraftOptions {
  /** Only the nodes of this partition; null for all. */
  readonly partition: string | null;
  /** Whether to write classes of nodes (`bind: job`) rather than names. */
  readonly classes: boolean;
}

/**
 * The nodes of a Slurm cluster in the order of its answer. Those out of service become comments with the reason. So do
 * those without GPUs, unless no node has any: whoever asks for GPUs does not want a rank on each file server.
 */
export function draftFromSlurm(
  cluster: Cluster,
  { partition, classes }: SlurmDraftOptions,
  network: Network | null,
  file: SourceFile,
  report: Reporter,
): Entries {
  const found = selectNodes(cluster, partition).flatMap((node) => toDraftNode(node, file, report) ?? []);
  const nodes = network === null || classes ? found : placeNodes(found, network);
  const hasGpus = nodes.some(({ gpus }) => gpus.length > 0);
  const wanted = nodes.filter(({ gpus }) => gpus.length > 0 === hasGpus);
  const usable = wanted.filter((node) => isUsable(node) && !hasInstances(node));
  if (usable.length === 0) throw new EnvironmentError(explainNone(nodes, wanted, hasGpus));
  return {
    origin: 'Written from what Slurm says of its nodes by `rankplan init --from slurm`.',
    entries: classes ? draftClasses(usable) : draftNodes(usable),
    spared: [
      ...draftInstances(wanted),
      ...draftOutOfService(wanted, classes),
      ...(hasGpus ? draftWithoutGpus(nodes, classes) : []),
    ],
    slurm: choosePartition(cluster, usable, partition),
  };
}

function explainNone(nodes: readonly DraftNode[], wanted: readonly DraftNode[], hasGpus: boolean): string {
  if (nodes.length === 0) return 'no node is left to write';
  const [spared] = draftInstances(wanted);
  if (spared !== undefined) return spared.why;
  return `all ${wanted.length} nodes${hasGpus ? ' with GPUs' : ''} are out of service: \`sinfo -R\` tells why`;
}

const hasInstances = ({ gpus }: DraftNode): boolean => gpus.some(({ type }) => isMigProfile(type));

/** MIG instances are named by UUID, which only the driver of the node knows. */
function draftInstances(nodes: readonly DraftNode[]): readonly SparedEntry[] {
  const divided = nodes.filter((node) => isUsable(node) && hasInstances(node));
  return [...groupBy(divided, ({ gpus }) => JSON.stringify(gpus)).values()].map((members) => {
    const kinds = members[0]?.gpus.map(({ type, count }) => `${count} ${type ?? 'of no type'}`).join(', ');
    const hosts = compressHostList(members.map(({ name }) => name));
    const why = `left out: ${hosts} has MIG instances (${kinds}), of which Slurm does not tell the UUIDs`;
    return { entry: null, why: `${why}: \`rankplan init --from probe\` on the node does` };
  });
}

function selectNodes({ nodes, partitions }: Cluster, partition: string | null): readonly ClusterNode[] {
  if (partition === null) return nodes;
  const inside = nodes.filter((node) => node.partitions.includes(partition));
  if (inside.length > 0) return inside;
  const names = new Set([
    ...(partitions ?? []).map(({ name }) => name),
    ...nodes.flatMap((node) => node.partitions),
  ]);
  if (names.has(partition)) throw new UsageError(`the partition \`${partition}\` has no nodes`);
  throw new UsageError(
    `the cluster has no partition \`${oneLine(partition)}\`: there are ${oneLine([...names].join(', '))}`,
  );
}

const GRES_TYPE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const MAX_GPUS = 4096;

/** What a topology can say of a node; null, and a finding, when it cannot have the node. */
function toDraftNode(node: ClusterNode, file: SourceFile, report: Reporter): DraftNode | null {
  const { name, gpus } = node;
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
  if (gpus.reduce((sum, { count }) => sum + count, 0) > MAX_GPUS)
    return refuse(`${name} has more than ${MAX_GPUS} GPUs`);
  const merged = groupNeighbours(gpus, ({ type }) => type).map(({ key, members }) => ({
    type: key,
    count: members.reduce((sum, { count }) => sum + count, 0),
  }));
  const cpus = node.cpus !== null && node.cpus >= 1 && node.cpus <= 65_536 ? node.cpus : null;
  return { ...node, cpus, gpus: merged };
}

const kindOf = ({ cpus, gpus }: DraftNode): string => JSON.stringify([cpus, gpus]);
const placeOf = ({ domain }: DraftNode): string => JSON.stringify(domain);

/** One entry for neighbours of one kind; domain by domain, where they are known. */
function draftNodes(nodes: readonly DraftNode[]): readonly DraftEntry[] {
  return [...groupBy(nodes, placeOf).values()].flatMap((members) =>
    groupNeighbours(members, kindOf).flatMap((neighbours) => toEntry(neighbours.members) ?? []),
  );
}

function placeNodes(nodes: readonly DraftNode[], network: Network): readonly DraftNode[] {
  const domains = domainsOf(
    network,
    nodes.map(({ name }) => name),
  );
  return nodes.map((node, i) => ({ ...node, domain: domains[i] ?? [] }));
}

function toEntry(members: readonly DraftNode[]): DraftEntry | null {
  const [first] = members;
  if (first === undefined) return null;
  return {
    hosts: compressHostList(members.map(({ name }) => name)),
    isClass: false,
    domain: first.domain ?? [],
    cpus: first.cpus,
    gpus: first.gpus,
    // What most CPU jobs want of a node: one process with many threads.
    cpuRanks: first.gpus.length === 0 ? 1 : 0,
  };
}

/** One comment for all nodes of one kind that are out for one reason. Among classes there can be no named node. */
function draftOutOfService(nodes: readonly DraftNode[], classes: boolean): readonly SparedEntry[] {
  const out = nodes.filter((node) => !isUsable(node));
  return [
    ...groupBy(out, (node) => `${kindOf(node)} ${placeOf(node)} ${explainState(node)}`).values(),
  ].flatMap((members) => {
    const entry = toEntry(members);
    const [first] = members;
    if (entry === null || first === undefined) return [];
    const why = explainState(first);
    return [
      classes || hasInstances(first)
        ? { entry: null, why: `not counted: ${entry.hosts}: ${why}` }
        : { entry, why },
    ];
  });
}

function draftWithoutGpus(nodes: readonly DraftNode[], classes: boolean): readonly SparedEntry[] {
  if (classes) return [];
  const without = nodes.filter((node) => node.gpus.length === 0 && isUsable(node));
  return [...groupBy(without, (node) => `${kindOf(node)} ${placeOf(node)}`).values()].flatMap((members) => {
    const entry = toEntry(members);
    return entry === null ? [] : [{ entry, why: 'no GPUs; for a CPU rank on each:' }];
  });
}
