import { readSource } from '../../../compiler/syntax/read-source.ts';
import { isHostName } from '../../../compiler/values/address.ts';
import { readOptions } from '../../../compiler/values/command-options.ts';
import { DEEPSPEED } from '../../../compiler/values/launcher-options.ts';
import { parseHostfile } from '../parse-hostfile.ts';
import { known, type Word } from '../shell/scope.ts';
import { listVisible, parseDevices } from './choose-gpus.ts';
import {
  assume,
  commandOf,
  type LaunchMap,
  type LaunchNode,
  numberOf,
  optionNumber,
  portOf,
  refuse,
  type Surroundings,
} from './launch-map.ts';

type Values = ReadonlyMap<string, Word>;

/** `deepspeed`, with its hostfile and filters. */
export function readDeepspeed(words: readonly Word[], surroundings: Surroundings): LaunchMap | null {
  const { report, span, step } = surroundings;
  const { values, program } = readOptions(words, DEEPSPEED);
  if (step !== null && (step.isStarted ? step.nodes.length * step.tasksPerNode > 1 : values.has('hostfile')))
    return refuse(
      report,
      span,
      'deepspeed in a job of Slurm chooses nodes by itself, apart from the job',
      'start the ranks by srun, or by torchrun under srun',
    );
  const nodes = readHostsOfDeepspeed(values, surroundings);
  if (nodes === null) return null;
  const before = values.has('no-python') ? [] : values.has('module') ? ['python', '-m'] : ['python'];
  const host = step?.nodes[0];
  return {
    tool: 'deepspeed',
    span,
    nodes: host === undefined ? nodes : nodes.map((node) => ({ ...node, host })),
    isBound: step?.isBound ?? false,
    order: 'block',
    port: portOf(values.get('master-port')),
    ...commandOf(before, program),
  };
}

/** The hosts of the hostfile, or this one, with the GPUs that filters leave, in ascending order. */
export function readHostsOfDeepspeed(
  values: Values,
  surroundings: Surroundings,
): readonly LaunchNode[] | null {
  const { report } = surroundings;
  const [include, exclude] = [values.get('include'), values.get('exclude')];
  const mixed = (include ?? exclude) && (values.get('num-gpus') ?? values.get('num-nodes'));
  if (mixed !== undefined || (include !== undefined && exclude !== undefined))
    return refuse(
      report,
      (mixed ?? exclude ?? surroundings).span,
      'deepspeed takes one of `--include`, `--exclude`, and numbers of nodes and GPUs',
      'leave the others out',
    );
  const hostfile = values.get('hostfile');
  const pool = hostfile === undefined ? localPool(values, surroundings) : readPool(hostfile, surroundings);
  const filter = include ?? exclude;
  const left = pool && (filter === undefined ? pool : applyFilter(pool, filter, filter === include, report));
  const first = left && takeFirst(left, values, surroundings);
  if (first === null) return null;
  const nodes = [...first].filter(([, gpus]) => gpus.length > 0);
  if (nodes.length === 0)
    return refuse(
      report,
      surroundings.span,
      'the filters leave no GPU',
      'correct `--include` or `--exclude`',
    );
  return nodes.map(([host, gpus]) => ({
    host,
    gpus: surroundings.gpus === 0 ? [] : gpus,
    type: surroundings.step?.gpus?.type ?? null,
    ranks: gpus.length,
  }));
}

type Pool = ReadonlyMap<string, readonly number[]>;

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** The GPUs of this machine: as CUDA_VISIBLE_DEVICES says, which DeepSpeed follows only without options of its own. */
function localPool(values: Values, surroundings: Surroundings): Pool | null {
  const { report, span, gpus, step } = surroundings;
  const filter = values.get('include');
  const visible = listVisible(surroundings);
  if (visible === null) return null;
  const hasOptions = ['include', 'exclude', 'num-gpus', 'num-nodes'].some((name) => values.has(name));
  if (visible !== undefined && !hasOptions)
    return new Map([['localhost', [...visible].sort((a, b) => a - b)]]);
  if (visible !== undefined)
    assume(
      report,
      span,
      'deepspeed does not look at CUDA_VISIBLE_DEVICES where it has options for GPUs',
      '`--include localhost:…` names GPUs',
    );
  const count = gpus ?? step?.gpus?.count ?? null;
  if (filter !== undefined || values.has('num-gpus')) return new Map([['localhost', upTo(count ?? 4096)]]);
  if (count !== null && count > 0) return new Map([['localhost', upTo(count)]]);
  return refuse(
    report,
    span,
    'deepspeed takes all GPUs of this machine, and nothing here says how many there are',
    '`nvidia-smi -L` counts them, and `--gpus N` tells the number',
  );
}

function readPool(word: Word, { report, read }: Surroundings): Pool | null {
  if (word.unknown !== null) return refuse(report, word.span, `the hostfile is not known: ${word.unknown}`);
  const found = read(word.text);
  if (found.kind !== 'bytes')
    return refuse(
      report,
      word.span,
      `the hostfile ${word.text.slice(0, 200)} is not in the folder of the script, nor below it`,
      'put it there, or give it to `rankplan init --from hostfile` by itself',
    );
  const errors = report.errorCount();
  const file = readSource(found.name, found.bytes, report);
  const hosts = file === null ? [] : parseHostfile(file, 4096, report);
  if (report.errorCount() > errors) return null;
  return new Map(hosts.map(({ host, slots }) => [host, upTo(slots)]));
}

/** `lab1:0,2@lab2`: a host alone means all of its GPUs. */
function applyFilter(
  pool: Pool,
  word: Word,
  isInclude: boolean,
  report: Surroundings['report'],
): Pool | null {
  if (word.unknown !== null) return refuse(report, word.span, `the filter is not known: ${word.unknown}`);
  const named = new Map<string, ReadonlySet<number>>();
  for (const part of word.text.split('@')) {
    const [host = '', list] = part.split(/:(.*)/s);
    const slots = pool.get(host);
    if (slots === undefined || !isHostName(host))
      return refuse(
        report,
        word.span,
        `the filter names \`${host.slice(0, 80)}\`, which is none of the hosts`,
        `there are ${[...pool.keys()].slice(0, 8).join(', ')}`,
      );
    const gpus =
      list === undefined ? slots : parseDevices({ ...known(list), span: word.span }, 'the filter', report);
    if (gpus === null) return null;
    const outside = gpus.find((gpu) => gpu >= slots.length);
    if (outside !== undefined)
      return refuse(
        report,
        word.span,
        `${host} has ${slots.length} slots, and no slot ${outside}`,
        'slots count from 0',
      );
    named.set(host, new Set([...(named.get(host) ?? []), ...gpus]));
  }
  const entries = [...pool].filter(([host]) => !isInclude || named.has(host));
  return new Map(
    entries.map(([host, slots]) => [
      host,
      slots.filter((slot) => (named.get(host)?.has(slot) ?? false) === isInclude),
    ]),
  );
}

/** `--num_nodes` takes the first hosts, `--num_gpus` the first GPUs of each. */
function takeFirst(pool: Pool, values: Values, surroundings: Surroundings): Pool | null {
  const gpuWord = values.get('num-gpus') ?? values.get('num-accelerators');
  const gpus = gpuWord === undefined ? undefined : numberOf(gpuWord, '`--num_gpus`', surroundings);
  const nodes = optionNumber(values, 'num-nodes', pool.size, surroundings);
  if (gpus === null || nodes === null) return null;
  if (nodes > pool.size)
    return refuse(
      surroundings.report,
      values.get('num-nodes')?.span ?? surroundings.span,
      `${nodes} nodes, and only ${pool.size} ${pool.size === 1 ? 'is' : 'are'} known`,
      'a hostfile (`--hostfile`) names them',
    );
  const kept = [...pool].slice(0, nodes);
  const short = gpus === undefined ? undefined : kept.find(([, slots]) => slots.length < gpus);
  if (short !== undefined)
    return refuse(
      surroundings.report,
      surroundings.span,
      `${gpus} GPUs, and ${short[0]} has ${short[1].length}`,
      'take fewer, or correct the slots',
    );
  return new Map(kept.map(([host, slots]) => [host, slots.slice(0, gpus)]));
}
