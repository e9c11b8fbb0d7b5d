import { compareText } from '../../../compiler/diagnostics/reporter.ts';
import { compressSortedHostList } from '../../../compiler/values/compress-host-list.ts';
import { expandHostList } from '../../../compiler/values/host-list.ts';
import { parseGres } from '../../../runtime/slurm/parse-gres.ts';
import { MAX_NODES, numberOf, optionNumber, type Step, type Surroundings, slotNames } from './launch.ts';
import { Options, type Word } from './options.ts';
import { refuse } from './refusal.ts';

/** The nodes of the job, before any srun. */
export function firstStep(options: Options, { span }: Surroundings): Step {
  const count = countNodes(options, span);
  return {
    ...nameHosts(options, count),
    isStarted: false,
    tasksPerNode: 1,
    order: 'block',
    gpus: gpusPerNode(options, count, 1),
  };
}

/** The tasks of an srun: what it says itself, else what the job says. */
export function readStep(job: Options, own: Options, { span }: Surroundings): Step {
  const options = new Options([...job, ...own]);
  const nodes = countNodes(options, span);
  const tasks = countTasks(job, own, nodes);
  const used = Math.min(nodes, tasks);
  if (tasks % used !== 0)
    refuse(
      span,
      `${tasks} tasks on ${nodes} nodes: how many are on each depends on their CPUs`,
      'write `--ntasks-per-node`',
    );
  const tasksPerNode = tasks / used;
  return {
    ...nameHosts(options, used),
    isStarted: true,
    tasksPerNode,
    order: readOrder(options.get('distribution')),
    gpus: gpusPerNode(options, used, tasksPerNode),
  };
}

const perNode = (options: Options): Word | undefined =>
  options.get('ntasks-per-node') ?? options.get('tasks-per-node');

const count = (word: Word, option: string): number => numberOf(word, `\`--${option}\``);

function countNodes(options: Options, span: Surroundings['span']): number {
  const word = options.get('nodes');
  if (word !== undefined) {
    const nodes = count({ ...word, text: word.text.replace(/^(\d+)-\1$/, '$1') }, 'nodes');
    if (nodes > MAX_NODES) refuse(word.span, `${nodes} nodes are more than ${MAX_NODES}`, 'split the job');
    return nodes;
  }
  const listed = options.get('nodelist');
  const hosts = listed && expandHostList(listed.text, MAX_NODES);
  if (hosts !== undefined && !('message' in hosts)) return hosts.length;
  const tasks = optionNumber(options, 'ntasks', 1);
  const each = perNode(options);
  if (each !== undefined) return Math.ceil(tasks / count(each, 'ntasks-per-node'));
  if (tasks === 1) return 1;
  refuse(
    options.get('ntasks')?.span ?? span,
    `on how many nodes Slurm puts ${tasks} tasks is not known`,
    'write `#SBATCH --nodes=N`, and `--ntasks-per-node`',
  );
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
  if ('message' in hosts) refuse(word.span, hosts.message, 'write a host list as Slurm does: a[01-04],b1');
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
  refuse(
    word.span,
    `the distribution \`${word.text.slice(0, 40)}\` is none that is worked out`,
    'block and cyclic are; write others as `strategy: explicit`',
  );
}

/** The GPUs that each node gives; null where none are requested. */
function gpusPerNode(options: Options, nodes: number, tasksPerNode: number): Step['gpus'] {
  const [name, word] =
    ['gpus-per-node', 'gres', 'gpus-per-task', 'gpus']
      .map((option) => [option, options.get(option)] as const)
      .find(([, given]) => given !== undefined) ?? [];
  if (word === undefined) return null;
  const { text, span } = word;
  const gpus = parseGres(name === 'gres' ? text.replaceAll(/(^|,)gres:/g, '$1') : `gpu:${text}`);
  if (gpus === null)
    refuse(span, `\`${text.slice(0, 80)}\` asks for GPUs in no known form`, 'write gpu:4 or gpu:a100:4');
  if (gpus.length > 1)
    refuse(
      span,
      'the job asks for GPUs of several types, and which ranks get which is not known',
      'write the nodes with their GPUs into a topology of your own',
    );
  const [{ type, count: requested } = { type: null, count: 0 }] = gpus;
  if (name === 'gpus' && requested % nodes !== 0)
    refuse(
      span,
      `${requested} GPUs on ${nodes} nodes: how many each has is not known`,
      'write `--gpus-per-node`',
    );
  const tasks = () => Math.max(tasksPerNode, countTasksOfNode(options, nodes));
  const each =
    name === 'gpus' ? requested / nodes : name === 'gpus-per-task' ? requested * tasks() : requested;
  return each === 0 ? null : { type, count: each };
}

function countTasksOfNode(options: Options, nodes: number): number {
  const each = perNode(options);
  return each === undefined
    ? Math.ceil(optionNumber(options, 'ntasks', 1) / nodes)
    : count(each, 'ntasks-per-node');
}
