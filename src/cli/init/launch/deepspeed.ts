import { isHostName } from '../../../compiler/values/address.ts';
import { countGpus, listVisible, parseDevices } from './choose-gpus.ts';
import { readSlots } from './hostfile.ts';
import {
  type LaunchNode,
  MAX_GPUS,
  numberOf,
  optionNumber,
  type Placement,
  portOf,
  type Surroundings,
  upTo,
} from './launch.ts';
import type { Options, Word } from './options.ts';
import { assume, refuse } from './refusal.ts';

const APART = 'deepspeed in a job of Slurm chooses nodes by itself, apart from the job';

export function readDeepspeed(options: Options, around: Surroundings): Placement {
  const { span, step } = around;
  const tasks = step?.isStarted === true ? step.nodes.length * step.tasksPerNode : 1;
  if (tasks > 1 || (step?.isStarted === false && options.has('hostfile')))
    refuse(span, APART, 'start the ranks by srun, or by torchrun under srun');
  const first = step?.nodes[0];
  const nodes = readHostsOfDeepspeed(options, around).map((node) => ({ ...node, host: first ?? node.host }));
  const port = portOf(options.get('master-port'));
  return { nodes, isBound: step?.isBound ?? false, order: 'block', port };
}

/** The hosts of the hostfile, or this one, with the GPUs that filters leave, in ascending order. */
export function readHostsOfDeepspeed(options: Options, around: Surroundings): readonly LaunchNode[] {
  const [include, exclude] = [options.get('include'), options.get('exclude')];
  const counts = options.get('num-gpus') ?? options.get('num-accelerators') ?? options.get('num-nodes');
  const filter = include ?? exclude;
  const other = filter === include ? (counts ?? exclude) : counts;
  if (filter !== undefined && other !== undefined)
    refuse(other.span, 'deepspeed takes one of `--include`, `--exclude`, and numbers of nodes and GPUs');
  const hostfile = options.get('hostfile');
  const pool: Pool =
    hostfile === undefined
      ? localPool(options, around)
      : new Map([...readSlots(hostfile, around)].map(([host, slots]) => [host, upTo(slots)]));
  const left = filter === undefined ? pool : applyFilter(pool, filter, filter === include);
  const nodes = [...takeFirst(left, options, around)].filter(([, gpus]) => gpus.length > 0);
  if (nodes.length === 0) refuse(around.span, 'the filters leave no GPU');
  const type = around.step?.gpus?.type ?? null;
  const isCpu = around.gpus === 0;
  return nodes.map(([host, gpus]) => ({ host, gpus: isCpu ? [] : gpus, type, ranks: gpus.length }));
}

type Pool = ReadonlyMap<string, readonly number[]>;

/** The GPUs of this machine: as CUDA_VISIBLE_DEVICES says, which DeepSpeed follows only without options of its own. */
function localPool(options: Options, around: Surroundings): Pool {
  const { gpus, step, visible } = around;
  const hasOptions = ['include', 'exclude', 'num-gpus', 'num-nodes'].some((name) => options.has(name));
  const listed = listVisible(around);
  if (listed !== null && !hasOptions) return new Map([['localhost', [...listed].sort((a, b) => a - b)]]);
  const message = `deepspeed does not look at ${visible?.name} where it has options for GPUs`;
  if (visible !== null) assume(around, message, '`--include localhost:…` names GPUs');
  const isNamed = options.has('include') || options.has('num-gpus');
  const count = gpus ?? step?.gpus?.count ?? (isNamed ? MAX_GPUS : null);
  return new Map([['localhost', upTo(count ?? countGpus('deepspeed', { ...around, visible: null }))]]);
}

/** `lab1:0,2@lab2`: a host alone means all of its GPUs. */
function applyFilter(pool: Pool, { text, span }: Word, isInclude: boolean): Pool {
  const named = new Map<string, ReadonlySet<number>>();
  for (const part of text.split('@')) {
    const [host = '', list] = part.split(/:(.*)/s);
    const slots = pool.get(host);
    if (slots === undefined || !isHostName(host))
      refuse(span, `the filter names \`${host.slice(0, 80)}\`, which is none of the hosts`);
    const gpus = list === undefined ? slots : parseDevices({ text: list, span }, 'the filter');
    const outside = gpus.find((gpu) => gpu >= slots.length);
    if (outside !== undefined) refuse(span, `${host} has ${slots.length} slots, and no slot ${outside}`);
    named.set(host, new Set([...(named.get(host) ?? []), ...gpus]));
  }
  const isLeft = (host: string, slot: number) => (named.get(host)?.has(slot) ?? false) === isInclude;
  return new Map([...pool].map(([host, slots]) => [host, slots.filter((slot) => isLeft(host, slot))]));
}

/** `--num_nodes` takes the first hosts, `--num_gpus` the first GPUs of each. */
function takeFirst(pool: Pool, options: Options, { span }: Surroundings): Pool {
  const word = options.get('num-gpus') ?? options.get('num-accelerators');
  const gpus = word === undefined ? undefined : numberOf(word, '`--num_gpus`');
  const nodes = optionNumber(options, 'num-nodes', pool.size);
  const message = `${nodes} nodes, and only ${pool.size} ${pool.size === 1 ? 'is' : 'are'} known`;
  if (nodes > pool.size)
    refuse(options.get('num-nodes')?.span ?? span, message, 'a hostfile (`--hostfile`) names them');
  const kept = [...pool].slice(0, nodes);
  const short = kept.find(([, slots]) => gpus !== undefined && slots.length < gpus);
  if (short !== undefined) refuse(span, `${gpus} GPUs, and ${short[0]} has ${short[1].length}`);
  return new Map(kept.map(([host, slots]) => [host, slots.slice(0, gpus)]));
}
