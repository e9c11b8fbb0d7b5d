import { MAX_SLOTS } from '../../compiler/values/budget.ts';
import { compressHostList } from '../../compiler/values/compress-host-list.ts';
import { type Group, groupNeighbours } from '../../compiler/values/lists.ts';
import { whyReserved } from '../../compiler/values/planned-variables.ts';
import { count } from '../../review/list-some.ts';
import type { Draft, DraftEntry, DraftLaunch, DraftMapping } from './draft.ts';
import { type Launch, type LaunchNode, upTo } from './launch/launch.ts';
import { GPU_VARIABLES } from './launch/read-launch.ts';
import { refuse } from './launch/refusal.ts';
import { jobSettings } from './launch/sbatch.ts';

/** The nodes and the mapping that give each rank the host and the GPU that the launch gives it; `what` it was. */
export function draftLaunch(launch: Launch, what: string): Draft {
  const { job, isBound, ranksAreTasks } = launch;
  const slots = launch.nodes.reduce((sum, { ranks, gpus }) => sum + Math.max(ranks, gpus.length), 0);
  if (slots > MAX_SLOTS) refuse(launch.span, `the launch has more than ${MAX_SLOTS} slots`);
  // On a node that is shared Slurm gives as many GPUs as a job requests, and idle ones would be requested for nothing.
  const isShared = job !== null && !job.has('exclusive');
  const nodes = isShared ? launch.nodes.map(withoutIdle) : launch.nodes;
  // Slurm numbers the GPUs of a node from 0, and a plan for it has them all.
  const isChosen = job !== null && !nodes.every(isCounted);
  const written = isChosen ? launch.nodes.map(countAll) : nodes;
  const setup = job === null ? '' : ', which runs nothing: setup lines and exports are left out';
  return {
    summary: `${what.replace(/^(an?|the) /, '')}: ${describeLaunch(launch)}`,
    origin: [`Written from ${what} by \`rankplan init\`${setup}.`],
    entries: groupNeighbours(written, kindOf).map(({ members }) => toEntry(members, isBound)),
    mapping: isChosen ? explicit(listChosen(launch)) : mappingOf(launch, nodes),
    launch: toDraftLaunch(launch),
    job: job && jobSettings(job, ranksAreTasks === true ? 1 : (launch.nodes[0]?.ranks ?? 1)),
  };
}

/** A topology sets no variable that the plan sets for each rank: those that choose GPUs are in the map already. */
function toDraftLaunch(launch: Launch): DraftLaunch {
  const { command, wrap, port = null, job, env = new Map(), leftOut = [] } = launch;
  const isKept = ([name, value]: readonly [string, string]) =>
    whyReserved(name) === null && /^[A-Za-z_]\w*$/.test(name) && value.length <= 65_536;
  const others = [...env].filter((entry) => !isKept(entry) && !GPU_VARIABLES.includes(entry[0]));
  const names = others.map(([name]) => name);
  const known = { command, wrap, port: job === null ? port : null, env: [...env].filter(isKept) };
  return { ...known, leftOut: [...leftOut, ...names] };
}

const isCounted = ({ gpus }: LaunchNode): boolean => gpus.every((gpu, i) => gpu === i);

const countAll = (node: LaunchNode): LaunchNode => ({ ...node, gpus: upTo(Math.max(...node.gpus) + 1) });

const withoutIdle = (node: LaunchNode): LaunchNode => ({ ...node, gpus: node.gpus.slice(0, node.ranks) });

const kindOf = ({ gpus, ranks, type }: LaunchNode): string => JSON.stringify([gpus, ranks, type]);

const hostsOf = (members: readonly LaunchNode[]): string => compressHostList(members.map(({ host }) => host));

function toEntry(members: Group<LaunchNode>, isClass: boolean): DraftEntry {
  const [{ gpus, type, ranks }] = members;
  return {
    hosts: hostsOf(members),
    isClass,
    gpus: gpus.length === 0 ? [] : [{ type, count: gpus.length }],
    indices: gpus.every((gpu, i) => gpu === i) ? null : gpus,
    cpuRanks: ranks,
  };
}

const explicit = (ranks: readonly string[]): DraftMapping => ({ order: 'block', exclude: [], ranks });

function mappingOf({ order }: Launch, nodes: readonly LaunchNode[]): DraftMapping {
  if (typeof order === 'string') return { order, exclude: selectEach(nodes, true), ranks: null };
  const isBlock = order.every((node, rank) => rank === 0 || node >= (order[rank - 1] ?? 0));
  return isBlock ? { order: 'block', exclude: [], ranks: null } : explicit(listRanks(order, nodes));
}

/** Selectors that name the GPU of each rank. */
function listChosen({ nodes, order }: Launch): readonly string[] {
  if (order === 'block') return selectEach(nodes, false);
  return listRanks(order === 'cyclic' ? inTurn(nodes) : order, nodes);
}

/** The node of each rank where each node gets one in turn, as long as it has more. */
function inTurn(nodes: readonly LaunchNode[]): readonly number[] {
  const rounds = upTo(Math.max(...nodes.map(({ ranks }) => ranks)));
  return rounds.flatMap((round) => nodes.flatMap(({ ranks }, i) => (ranks > round ? [i] : [])));
}

/** Selectors of the GPUs that carry ranks, or of the idle ones: one for neighbours that are alike. */
function selectEach(nodes: readonly LaunchNode[], idle: boolean): readonly string[] {
  const chosen = nodes.filter(({ gpus, ranks }) => !idle || gpus.length > ranks);
  return groupNeighbours(chosen, kindOf).map(({ members }) => {
    const [{ gpus, ranks }] = members;
    return `${hostsOf(members)}:${(idle ? gpus.slice(ranks) : gpus.slice(0, ranks)).join(',')}`;
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
export function describeLaunch({ nodes }: Pick<Launch, 'nodes'>): string {
  const ranks = nodes.reduce((sum, node) => sum + node.ranks, 0);
  return `${count(ranks, 'rank')} on ${count(nodes.length, 'node')}`;
}
