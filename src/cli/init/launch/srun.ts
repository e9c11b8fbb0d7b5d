import { compareText } from '../../../compiler/diagnostics/reporter.ts';
import { compressSortedHostList } from '../../../compiler/values/compress-host-list.ts';
import { expandHostList } from '../../../compiler/values/host-list.ts';
import { parseGres } from '../../../runtime/slurm/parse-gres.ts';
import { chooseGpus, parseDevices } from './choose-gpus.ts';
import {
  MAX_NODES,
  numberOf,
  optionNumber,
  type Placement,
  type Step,
  type Surroundings,
  slotNames,
} from './launch.ts';
import { Options, type Word } from './options.ts';
import { assume, refuse } from './refusal.ts';

/** The nodes of the job, before any srun. */
export function firstStep(options: Options, { span }: Surroundings): Step {
  const count = countNodes(options, span);
  const hosts = nameHosts(options, count);
  const gpus = gpusPerNode(options, count, 1);
  return { ...hosts, isStarted: false, tasksPerNode: 1, order: 'block', gpus };
}

/** The tasks of an srun: what it says itself, else what the job says. */
export function readStep(job: Options, own: Options, { span }: Surroundings): Step {
  const options = new Options([...job, ...own]);
  const nodes = countNodes(options, span);
  const tasks = countTasks(job, own, nodes);
  const used = Math.min(nodes, tasks);
  if (tasks % used !== 0)
    refuse(span, `${tasks} tasks on ${nodes} nodes: how many are on each depends on their CPUs`, SAY_TASKS);
  const tasksPerNode = tasks / used;
  const hosts = nameHosts(options, used);
  const order = readOrder(options.get('distribution'));
  const gpus = gpusPerNode(options, used, tasksPerNode);
  return { ...hosts, isStarted: true, tasksPerNode, order, gpus };
}

const SAY_TASKS = 'write `--nodes=N`, and `--ntasks-per-node`';

const perNode = (options: Options): Word | undefined =>
  options.get('ntasks-per-node') ?? options.get('tasks-per-node');

const count = (word: Word, option: string): number => numberOf(word, `\`--${option}\``);

function countNodes(options: Options, span: Surroundings['span']): number {
  const word = options.get('nodes');
  if (word !== undefined) {
    const nodes = count({ ...word, text: word.text.replace(/^(\d+)-\1$/, '$1') }, 'nodes');
    if (nodes > MAX_NODES) refuse(word.span, `${nodes} nodes are more than ${MAX_NODES}`);
    return nodes;
  }
  const listed = options.get('nodelist');
  const hosts = listed && expandHostList(listed.text, MAX_NODES);
  if (hosts !== undefined && !('message' in hosts)) return hosts.length;
  const tasks = optionNumber(options, 'ntasks', 1);
  const each = perNode(options);
  if (each !== undefined) return Math.ceil(tasks / count(each, 'ntasks-per-node'));
  if (tasks === 1) return 1;
  const message = `on how many nodes Slurm puts ${tasks} tasks is not known`;
  refuse(options.get('ntasks')?.span ?? span, message, SAY_TASKS);
}

function countTasks(job: Options, own: Options, nodes: number): number {
  const ownEach = perNode(own);
  const tasks = own.get('ntasks') ?? (ownEach === undefined ? job.get('ntasks') : undefined);
  if (tasks !== undefined) return count(tasks, 'ntasks');
  const each = ownEach ?? perNode(job);
  return each === undefined ? nodes : nodes * count(each, 'ntasks-per-node');
}

/** The names of a node list that has just these nodes, sorted as Slurm sorts; else names of slots. */
function nameHosts(options: Options, nodes: number): Pick<Step, 'nodes' | 'isBound'> {
  const word = options.get('nodelist');
  if (word === undefined) return { nodes: slotNames(nodes), isBound: true };
  const hosts = expandHostList(word.text, MAX_NODES);
  if ('message' in hosts) refuse(word.span, hosts.message);
  const unique = [...new Set(hosts)];
  if (unique.length !== nodes) return { nodes: slotNames(nodes), isBound: true };
  const sorted = expandHostList(compressSortedHostList(unique), MAX_NODES);
  return { nodes: 'message' in sorted ? unique.sort(compareText) : sorted, isBound: false };
}

function readOrder(word: Word | undefined): Step['order'] {
  if (word === undefined) return 'block';
  const [, first = ''] = /^([a-z*]+)(?:[:,]|$)/i.exec(word.text) ?? [];
  if (/^(block|\*)$/i.test(first)) return 'block';
  if (/^cyclic$/i.test(first)) return 'cyclic';
  const message = `the distribution \`${word.text.slice(0, 40)}\` is none that is worked out`;
  refuse(word.span, message, 'block and cyclic are; write others as `strategy: explicit`');
}

/** The GPUs that each node gives; null if none are requested. */
function gpusPerNode(options: Options, nodes: number, tasksPerNode: number): Step['gpus'] {
  const [name, word] =
    ['gpus-per-node', 'gres', 'gpus-per-task', 'gpus']
      .map((option) => [option, options.get(option)] as const)
      .find(([, given]) => given !== undefined) ?? [];
  if (word === undefined) return null;
  const { text, span } = word;
  const gpus = parseGres(name === 'gres' ? text.replaceAll(/(^|,)gres:/g, '$1') : `gpu:${text}`);
  if (gpus === null) refuse(span, `\`${text.slice(0, 80)}\` asks for GPUs in no known form`);
  if (gpus.length > 1)
    refuse(span, 'the job asks for GPUs of several types, and which ranks get which is not known');
  const [{ type, count: requested } = { type: null, count: 0 }] = gpus;
  const uneven = `${requested} GPUs on ${nodes} nodes: how many each has is not known`;
  if (name === 'gpus' && requested % nodes !== 0) refuse(span, uneven, 'write `--gpus-per-node`');
  const tasks = () => Math.max(tasksPerNode, countTasksOfNode(options, nodes));
  const each =
    name === 'gpus' ? requested / nodes : name === 'gpus-per-task' ? requested * tasks() : requested;
  return each === 0 ? null : { type, count: each };
}

function countTasksOfNode(options: Options, nodes: number): number {
  const each = perNode(options);
  if (each !== undefined) return count(each, 'ntasks-per-node');
  return Math.ceil(optionNumber(options, 'ntasks', 1) / nodes);
}

/** Tasks of srun that are ranks themselves; without srun one process on the first node of the job. */
export function placeTasks(around: Surroundings): Placement {
  const { span, step, gpus } = around;
  if (step === null) throw new Error('tasks are placed without a job');
  const options = (step.isStarted ? around.job : null) ?? new Options();
  const ranks = step.isStarted ? step.tasksPerNode : 1;
  const seen = gpus ?? step.gpus?.count ?? 0;
  if (ranks === 1 && seen > 1)
    refuse(
      span,
      `one process is started where there are ${seen} GPUs, and whether it starts others is not known`,
      `if it does: \`--ntasks-per-node=${seen}\` under srun, and a program that takes its rank from the environment`,
    );
  const each = options.get('gpus-per-task');
  const several = `each task has ${seen / ranks} GPUs, and how its program uses them is not known`;
  if (gpus === null && each !== undefined && seen > ranks)
    refuse(each.span, several, '`mapping.gpusPerRank` of a topology of your own gives a rank several GPUs');
  const chosen = chooseGpus(ranks, around);
  const bound = bindGpus(options.get('gpu-bind'), ranks, chosen.gpus, around);
  const { isBound, order, isStarted } = step;
  const hosts = isStarted ? step.nodes : step.nodes.slice(0, 1);
  const nodes = hosts.map((host) => ({ host, gpus: bound, type: chosen.type, ranks }));
  return { nodes, isBound, order, ranksAreTasks: isStarted };
}

/** A job without the words of its launch: a rank for each task, or on each GPU where a node has one task. */
export function placeJob(around: Surroundings): Placement {
  const step = readStep(around.job ?? new Options(), new Options(), around);
  const isSingle = step.tasksPerNode === 1;
  const tasksPerNode = isSingle ? Math.max(1, around.gpus ?? step.gpus?.count ?? 1) : step.tasksPerNode;
  return { ...placeTasks({ ...around, step: { ...step, tasksPerNode } }), ranksAreTasks: !isSingle };
}

/** The GPUs of a node as `--gpu-bind` gives them to its tasks in turn, then those without a task. */
function bindGpus(
  word: Word | undefined,
  ranks: number,
  gpus: readonly number[],
  { report }: Surroundings,
): readonly number[] {
  const [kind = '', list] = (word?.text ?? 'none').replace(/^verbose,/, '').split(':');
  if (word === undefined || /^(none|single|per_task)$/.test(kind)) return gpus;
  if (kind === 'map_gpu' && list !== undefined) return mapGpus({ ...word, text: list }, ranks, gpus);
  const message = `\`--gpu-bind=${kind}\`: which task gets which GPU depends on the node; here they are in order`;
  assume({ report, span: word.span }, message, '`map_gpu:` names them');
  return gpus;
}

/** A GPU for each task of a node, then those without a task. */
function mapGpus(word: Word, ranks: number, gpus: readonly number[]): readonly number[] {
  const mapped = parseDevices(word, '`map_gpu`').slice(0, ranks);
  const isMissing = mapped.some((gpu) => gpus.length > 0 && !gpus.includes(gpu));
  if (isMissing || mapped.length < ranks)
    refuse(
      word.span,
      `\`map_gpu\` has no GPU of its own for each of the ${ranks} tasks of a node, which has ${gpus.length} GPUs from 0`,
      'name one for each task, or write `mapping.ranksPerGpu` into a topology by hand',
    );
  return [...mapped, ...gpus.filter((gpu) => !mapped.includes(gpu))];
}
