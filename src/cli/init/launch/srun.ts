import { compareText } from '../../../compiler/diagnostics/reporter.ts';
import { compressSortedHostList } from '../../../compiler/values/compress-host-list.ts';
import { expandHostList } from '../../../compiler/values/host-list.ts';
import { parseGres } from '../../../runtime/slurm/parse-gres.ts';
import type { Word } from '../shell/scope.ts';
import { chooseGpus } from './choose-gpus.ts';
import {
  assume,
  commandOf,
  type LaunchMap,
  MAX_NODES,
  optionNumber,
  refuse,
  type Step,
  type Surroundings,
  slotNames,
} from './launch-map.ts';

type Values = ReadonlyMap<string, Word>;

/** The nodes of the job, before any srun. */
export function firstStep(values: Values, surroundings: Surroundings): Step | null {
  const count = countNodes(values, surroundings);
  const hosts = count === null ? null : nameHosts(values, count, surroundings);
  const gpus = hosts === null ? null : gpusPerNode(values, hosts.nodes.length, surroundings);
  if (hosts === null || gpus === null) return null;
  return {
    ...hosts,
    isStarted: false,
    tasksPerNode: 1,
    order: 'block',
    gpus: gpus.count === 0 ? null : gpus,
  };
}

/** The tasks of an srun: what it says itself, else what the job says. */
export function readStep(jobValues: Values, stepValues: Values, surroundings: Surroundings): Step | null {
  const nodes = countNodes(new Map([...jobValues, ...stepValues]), surroundings);
  const tasks = nodes === null ? null : countTasks(jobValues, stepValues, nodes, surroundings);
  if (nodes === null || tasks === null) return null;
  const values = new Map([...jobValues, ...stepValues]);
  const used = Math.min(nodes, tasks);
  if (tasks % used !== 0)
    return refuse(
      surroundings.report,
      surroundings.span,
      `${tasks} tasks on ${nodes} nodes: how many are on each depends on their CPUs`,
      'write `--ntasks-per-node`',
    );
  const hosts = nameHosts(values, used, surroundings);
  const order = hosts === null ? null : readOrder(values.get('distribution'), surroundings);
  const tasksPerNode = tasks / used;
  const gpus = order === null ? null : gpusPerNode(values, used, surroundings, tasksPerNode);
  if (hosts === null || order === null || gpus === null) return null;
  return { ...hosts, isStarted: true, tasksPerNode, order, gpus: gpus.count === 0 ? null : gpus };
}

const perNode = (values: Values): Word | undefined =>
  values.get('ntasks-per-node') ?? values.get('tasks-per-node');

function countNodes(values: Values, surroundings: Surroundings): number | null {
  const word = values.get('nodes');
  if (word !== undefined) {
    const text = /^(\d+)-\1$/.exec(word.text)?.[1] ?? word.text;
    const count = optionNumber(new Map([['nodes', { ...word, text }]]), 'nodes', 1, surroundings);
    if (count === null || count <= MAX_NODES) return count;
    return refuse(
      surroundings.report,
      word.span,
      `${count} nodes are more than ${MAX_NODES}`,
      'split the job',
    );
  }
  const listed = values.get('nodelist');
  if (listed !== undefined && listed.unknown === null) {
    const hosts = expandHostList(listed.text, MAX_NODES);
    if (!('message' in hosts)) return hosts.length;
  }
  const tasks = optionNumber(values, 'ntasks', 1, surroundings);
  const each = perNode(values);
  const onEach = each === undefined ? 1 : optionNumber(new Map([['n', each]]), 'n', 1, surroundings);
  if (tasks === null || onEach === null) return null;
  if (tasks === 1 || each !== undefined) return Math.ceil(tasks / onEach);
  return refuse(
    surroundings.report,
    values.get('ntasks')?.span ?? surroundings.span,
    `on how many nodes Slurm puts ${tasks} tasks is not known`,
    'write `#SBATCH --nodes=N`, and `--ntasks-per-node`',
  );
}

function countTasks(job: Values, step: Values, nodes: number, surroundings: Surroundings): number | null {
  const own = perNode(step);
  const inherited = step.has('ntasks') ? undefined : perNode(job);
  const each = own ?? inherited;
  const tasks = step.get('ntasks') ?? (own === undefined ? job.get('ntasks') : undefined);
  const onEach =
    each === undefined
      ? null
      : optionNumber(new Map([['ntasks-per-node', each]]), 'ntasks-per-node', 1, surroundings);
  if (tasks === undefined) return each === undefined ? nodes : onEach === null ? null : onEach * nodes;
  return optionNumber(new Map([['ntasks', tasks]]), 'ntasks', 1, surroundings);
}

/** The names of a node list that has just these nodes, sorted as Slurm sorts; else names of slots. */
function nameHosts(
  values: Values,
  count: number,
  { report }: Surroundings,
): Pick<Step, 'nodes' | 'isBound'> | null {
  const word = values.get('nodelist');
  if (word === undefined || word.unknown !== null) return { nodes: slotNames(count), isBound: true };
  const hosts = expandHostList(word.text, MAX_NODES);
  if ('message' in hosts)
    return refuse(report, word.span, hosts.message, 'write a host list as Slurm does: a[01-04],b1');
  const unique = [...new Set(hosts)];
  if (unique.length !== count) return { nodes: slotNames(count), isBound: true };
  const sorted = expandHostList(compressSortedHostList(unique), MAX_NODES);
  return { nodes: 'message' in sorted ? [...unique].sort(compareText) : sorted, isBound: false };
}

function readOrder(word: Word | undefined, { report }: Surroundings): Step['order'] | null {
  if (word === undefined) return 'block';
  const [, first = ''] = /^([a-z*]+)(?:[:,]|$)/i.exec(word.text) ?? [];
  if (/^(block|\*)$/i.test(first)) return 'block';
  if (/^cyclic$/i.test(first)) return 'cyclic';
  return refuse(
    report,
    word.span,
    `the distribution \`${word.text.slice(0, 40)}\` is none that is worked out`,
    'block and cyclic are; write others as `strategy: explicit`',
  );
}

/** The GPUs that each node gives, 0 where none are asked for. */
function gpusPerNode(
  values: Values,
  nodes: number,
  surroundings: Surroundings,
  tasksPerNode = 1,
): { readonly count: number; readonly type: string | null } | null {
  const { report } = surroundings;
  const word =
    values.get('gpus-per-node') ?? values.get('gres') ?? values.get('gpus-per-task') ?? values.get('gpus');
  if (word === undefined) return { count: 0, type: null };
  if (word.unknown !== null)
    return refuse(report, word.span, `the GPUs of a node are not known: ${word.unknown}`);
  const isGres = word === values.get('gres');
  const gpus = parseGres(isGres ? word.text.replaceAll(/(^|,)gres:/g, '$1') : `gpu:${word.text}`);
  if (gpus === null)
    return refuse(
      report,
      word.span,
      `\`${word.text.slice(0, 80)}\` asks for GPUs in no known form`,
      'write gpu:4 or gpu:a100:4',
    );
  if (gpus.length > 1)
    return refuse(
      report,
      word.span,
      'the job asks for GPUs of several types, and which ranks get which is not known',
      'write the nodes with their GPUs into a topology of your own',
    );
  const [{ type, count } = { type: null, count: 0 }] = gpus;
  if (word === values.get('gpus-per-task'))
    return { type, count: count * Math.max(tasksPerNode, taskCount(values, nodes, surroundings)) };
  if (word !== values.get('gpus')) return { type, count };
  if (count % nodes !== 0)
    return refuse(
      report,
      word.span,
      `${count} GPUs on ${nodes} nodes: how many each has is not known`,
      'write `--gpus-per-node`',
    );
  return { type, count: count / nodes };
}

function taskCount(values: Values, nodes: number, surroundings: Surroundings): number {
  const each = perNode(values);
  const tasks = values.get('ntasks');
  const count = (word: Word) => optionNumber(new Map([['n', word]]), 'n', 1, surroundings) ?? 1;
  if (each !== undefined) return count(each);
  return tasks === undefined ? 1 : Math.ceil(count(tasks) / nodes);
}

/** Tasks of srun that are ranks themselves. */
export function readTasks(
  values: Values,
  program: readonly Word[],
  surroundings: Surroundings,
): LaunchMap | null {
  const { report, span, step } = surroundings;
  if (step === null) return null;
  const ranks = step.isStarted ? step.tasksPerNode : 1;
  const seen = surroundings.gpus ?? step.gpus?.count ?? 0;
  if (ranks === 1 && seen > 1)
    return refuse(
      report,
      span,
      `one process is started where there are ${seen} GPUs, and whether it starts others is not known`,
      `if it does: \`--ntasks-per-node=${seen}\` under srun, and a program that takes its rank from the environment`,
    );
  const each = values.get('gpus-per-task');
  if (surroundings.gpus === null && each !== undefined && seen > ranks)
    return refuse(
      report,
      each.span,
      `each task has ${seen / ranks} GPUs, and how its program uses them is not known`,
      '`mapping.gpusPerRank` of a topology of your own gives a rank several GPUs',
    );
  const gpus = chooseGpus(ranks, surroundings);
  const bound = gpus === null ? null : bindGpus(values.get('gpu-bind'), ranks, gpus.gpus, surroundings);
  if (gpus === null || bound === null) return null;
  const nodes = step.isStarted ? step.nodes : step.nodes.slice(0, 1);
  return {
    tool: step.isStarted ? 'srun' : 'sbatch',
    span,
    nodes: nodes.map((host) => ({ host, gpus: bound, type: gpus.type, ranks })),
    isBound: step.isBound,
    order: step.order,
    port: null,
    ...commandOf([], program),
  };
}

/** The GPUs of a node as `--gpu-bind` gives them to its tasks in turn, with those of no task behind them. */
function bindGpus(
  word: Word | undefined,
  ranks: number,
  gpus: readonly number[],
  { report }: Surroundings,
): readonly number[] | null {
  const [kind = '', list] = (word?.text ?? 'none').replace(/^verbose,/, '').split(':');
  if (word === undefined || /^(none|single|per_task)$/.test(kind)) return gpus;
  if (kind === 'map_gpu' && list !== undefined) return mapGpus({ ...word, text: list }, ranks, gpus, report);
  assume(
    report,
    word.span,
    `\`--gpu-bind=${kind}\`: which task gets which GPU depends on the node; here they are in order`,
    '`map_gpu:` names them',
  );
  return gpus;
}

/** As srun(1) has it: decimal or `0x`, `3*4` for `3,3,3,3`, and from the beginning again where tasks are left. */
function mapGpus(
  word: Word,
  ranks: number,
  gpus: readonly number[],
  report: Surroundings['report'],
): readonly number[] | null {
  const listed = word.text.split(',').flatMap((part) => {
    const [, id = '', times = '1'] = /^(0x[0-9a-f]{1,4}|\d{1,5})(?:\*(\d{1,4}))?$/i.exec(part) ?? [];
    return Array.from({ length: Math.min(Number(times), ranks) }, () =>
      id === '' ? Number.NaN : Number(id),
    );
  });
  if (listed.length === 0 || listed.some(Number.isNaN))
    return refuse(
      report,
      word.span,
      `\`${word.text.slice(0, 80)}\` is no list for \`map_gpu\``,
      'write indices from 0: map_gpu:0,1,2,3',
    );
  const mapped = Array.from({ length: ranks }, (_, task) => listed[task % listed.length] ?? 0);
  const missing = mapped.find((gpu) => gpus.length > 0 && !gpus.includes(gpu));
  if (missing !== undefined)
    return refuse(
      report,
      word.span,
      `\`map_gpu\` gives a task GPU ${missing}, and the ${gpus.length} GPUs of a node are 0 to ${gpus.length - 1}`,
      'ask for all GPUs of the node, or name those that the job has',
    );
  if (new Set(mapped).size < ranks)
    return refuse(
      report,
      word.span,
      `\`map_gpu\` gives one GPU to several of the ${ranks} tasks of a node`,
      'name a GPU for each task, or write `mapping.ranksPerGpu` into a topology of your own',
    );
  return [...mapped, ...gpus.filter((gpu) => !mapped.includes(gpu))];
}
