import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { Span } from '../../compiler/source/source-file.ts';
import { MAX_SLOTS } from '../../compiler/values/budget.ts';
import { compressHostList } from '../../compiler/values/compress-host-list.ts';
import type { DraftEntry, DraftMapping } from './draft.ts';
import { type Entries, groupNeighbours } from './from-hostfile.ts';
import { type LaunchMap, type LaunchNode, refuse } from './launch/launch-map.ts';
import type { ReadLaunch } from './launch/read-launch.ts';
import { jobSettings } from './launch/sbatch.ts';

/** The nodes and the mapping that give each rank the host and the GPU that the launch gives it. */
export function draftLaunch({ map, job }: ReadLaunch, origin: string, report: Reporter): Entries | null {
  const ranks = map.nodes.reduce((sum, node) => sum + node.ranks, 0);
  const slots = map.nodes.reduce((sum, node) => sum + Math.max(node.ranks, node.gpus.length), 0);
  if (slots > MAX_SLOTS || ranks === 0) return refuseSize(map.span, slots, report);
  // On a node that is shared Slurm gives as many GPUs as are asked for: idle ones would be asked for to no end.
  const isShared = job !== null && !job.options.has('exclusive');
  const nodes = isShared ? map.nodes.map(withoutIdle) : map.nodes;
  const isChosen = job !== null && !nodes.every(isCounted);
  const written = isChosen ? map.nodes.map(countAll) : nodes;
  return {
    origin,
    entries: groupNeighbours(written, kindOf).map(({ members }) => toEntry(members, map.isBound)),
    spared: [],
    slurm: null,
    mapping: isChosen ? { order: 'block', exclude: [], ranks: listChosen(map) } : mappingOf(map, nodes),
    launch: { command: map.command, unknown: map.commandUnknown, port: job === null ? map.port : null },
    job: job === null ? null : jobSettings(job, ranksPerTask(map)),
  };
}

/** Under srun and mpirun a rank is a task; other launchers are one task that starts the ranks of its node. */
const ranksPerTask = ({ tool, nodes }: LaunchMap): number =>
  tool === 'srun' || tool === 'mpirun' ? 1 : (nodes[0]?.ranks ?? 1);

function refuseSize(span: Span, slots: number, report: Reporter): null {
  return refuse(
    report,
    span,
    slots === 0 ? 'the launch has no rank' : `the launch has more than ${MAX_SLOTS} slots`,
    'correct the numbers',
  );
}

const isCounted = ({ gpus }: LaunchNode): boolean => gpus.every((gpu, i) => gpu === i);

/** Slurm numbers the GPUs of a node from 0, and a plan for it has them all. */
const countAll = (node: LaunchNode): LaunchNode => ({
  ...node,
  gpus: Array.from({ length: Math.max(...node.gpus) + 1 }, (_, i) => i),
});

const withoutIdle = (node: LaunchNode): LaunchNode => ({ ...node, gpus: node.gpus.slice(0, node.ranks) });

const kindOf = ({ gpus, ranks, type }: LaunchNode): string => JSON.stringify([gpus, ranks, type]);

function toEntry(members: readonly LaunchNode[], isClass: boolean): DraftEntry {
  const { gpus = [], type = null, ranks = 0 } = members[0] ?? {};
  return {
    hosts: compressHostList(members.map(({ host }) => host)),
    isClass,
    cpus: null,
    gpus: gpus.length === 0 ? [] : [{ type, count: gpus.length }],
    indices: gpus.every((gpu, i) => gpu === i) ? null : gpus,
    cpuRanks: gpus.length === 0 ? ranks : 0,
  };
}

function mappingOf({ order }: LaunchMap, nodes: readonly LaunchNode[]): DraftMapping {
  if (typeof order !== 'string') {
    const isBlock = order.every((node, rank) => rank === 0 || node >= (order[rank - 1] ?? 0));
    return isBlock
      ? { order: 'block', exclude: [], ranks: null }
      : { order: 'block', exclude: [], ranks: listRanks(order, nodes) };
  }
  return { order, exclude: listIdle(nodes), ranks: null };
}

/** Selectors that name the GPU of each rank. */
function listChosen({ nodes, order }: LaunchMap): readonly string[] {
  if (order === 'cyclic') return listRanks(inTurn(nodes), nodes);
  if (order !== 'block') return listRanks(order, nodes);
  return groupNeighbours(nodes, kindOf).map(({ members }) => {
    const { gpus = [], ranks = 0 } = members[0] ?? {};
    return `${compressHostList(members.map(({ host }) => host))}:${gpus.slice(0, ranks).join(',')}`;
  });
}

/** The node of each rank where each node gets one in turn, as long as it has more. */
function inTurn(nodes: readonly LaunchNode[]): readonly number[] {
  const rounds = Math.max(...nodes.map(({ ranks }) => ranks));
  return Array.from({ length: rounds }, (_, round) =>
    nodes.flatMap((node, i) => (node.ranks > round ? [i] : [])),
  ).flat();
}

/** Selectors of the GPUs that carry no rank, one for neighbours that are alike. */
function listIdle(nodes: readonly LaunchNode[]): readonly string[] {
  const idle = nodes.filter(({ gpus, ranks }) => gpus.length > ranks);
  return groupNeighbours(idle, kindOf).map(({ members }) => {
    const { gpus = [], ranks = 0 } = members[0] ?? {};
    return `${compressHostList(members.map(({ host }) => host))}:${gpus.slice(ranks).join(',')}`;
  });
}

/** A selector for ranks that follow each other on a node, on GPUs that do, too. */
function listRanks(order: readonly number[], nodes: readonly LaunchNode[]): readonly string[] {
  const next = nodes.map(() => 0);
  const selectors: string[] = [];
  for (let rank = 0; rank < order.length; ) {
    const index = order[rank] ?? 0;
    const { host = '', gpus = [] } = nodes[index] ?? {};
    const first = next[index] ?? 0;
    let last = first;
    while (order[++rank] === index && (gpus.length === 0 || gpus[last + 1] === (gpus[last] ?? 0) + 1)) last++;
    next[index] = last + 1;
    const [from, to] = gpus.length === 0 ? [`cpu${first}`, last] : [gpus[first], gpus[last]];
    selectors.push(first === last ? `${host}:${from}` : `${host}:${from}-${to}`);
  }
  return selectors;
}

/** `8 ranks on 2 nodes`. */
export function describeLaunch({ nodes }: Pick<LaunchMap, 'nodes'>): string {
  const ranks = nodes.reduce((sum, node) => sum + node.ranks, 0);
  return `${ranks} rank${ranks === 1 ? '' : 's'} on ${nodes.length} node${nodes.length === 1 ? '' : 's'}`;
}
