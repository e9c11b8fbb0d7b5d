import { compressSortedHostList } from '../../compiler/values/compress-host-list.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { type Component, countTasks, largestCpusPerTask, splitIntoComponents } from './components.ts';
import { chooseForm, type Option, requestGpus } from './gpu-request.ts';

type Slurm = NonNullable<LaunchPlan['slurm']>;

/** What is said once, before the first component; `B:` sends the signal to the page alone, which passes it on. */
export function describeJob(slurm: Slurm, receiver: '' | 'B:' = ''): readonly Option[] {
  const { jobName, account, qos, time, dependency, array, mail, signal, restarts, requeues } = slurm;
  const requeue = restarts > 0 || requeues > 0 ? 'requeue' : 'no-requeue';
  const values = { 'job-name': jobName, account, qos, time, dependency, array };
  return [
    ...Object.entries(values).flatMap(([name, value]) => given(name, value)),
    ...given('mail-user', mail?.user ?? null),
    ...given('mail-type', mail?.type.join(',') ?? null),
    ...given('signal', signal && `${receiver}${signal.name}@${signal.beforeSeconds}`),
    // Without the flag Slurm would not allow the job to requeue itself.
    ...('requeue' in slurm.directives ? [] : [{ name: requeue, value: null }]),
    { name: 'open-mode', value: 'append' },
  ];
}

/** The options for the nodes of one component: which, how many, and all resources on them. */
export function describeComponent(
  plan: LaunchPlan,
  component: Component,
  cpusPerTask: number | null,
): readonly Option[] {
  const slurm = plan.slurm as Slurm;
  const isShared = slurm.allocation === 'shared';
  const isNamed = component[0].node.bind === 'name';
  const names = component.map(({ node }) => node.name);
  const others = Object.entries(slurm.directives).map(([name, value]) => ({ name, value }));
  return [
    ...given('partition', slurm.partition),
    ...given('constraint', slurm.constraint),
    { name: 'nodes', value: String(component.length) },
    ...given('nodelist', isNamed ? compressSortedHostList(names) : null),
    ...requestCpus(plan, component, cpusPerTask),
    ...requestGpus(chooseForm(plan, component), component),
    ...(slurm.mem === 'none' ? [] : given('mem', slurm.mem ?? (isShared ? null : '0'))),
    ...others,
  ];
}

/**
 * Without `--exclusive` one task with all CPUs of the node, for Slurm gives whole cores to each task: the ranks' own
 * numbers may need more cores than there are. The step requests no CPUs.
 */
function requestCpus(plan: LaunchPlan, component: Component, cpusPerTask: number | null): readonly Option[] {
  const { allocation, cpusPerTask: wanted, exclusive } = plan.slurm as Slurm;
  const [first] = component;
  const tasks = countTasks(plan, component);
  if (allocation === 'shared')
    return [
      { name: 'ntasks-per-node', value: String(tasks) },
      ...given('cpus-per-task', cpusPerTask === null ? null : String(cpusPerTask)),
    ];
  const cpus = cpusPerTask === null ? null : String(cpusPerTask * tasks);
  if (exclusive === false)
    return [
      { name: 'ntasks-per-node', value: '1' },
      ...given('cpus-per-task', wanted === null ? String(first.node.cpus ?? cpus) : cpus),
    ];
  return [{ name: 'exclusive', value: null }, ...given('mincpus', first.node.bind === 'name' ? null : cpus)];
}

function given(name: string, value: string | null): readonly Option[] {
  return value === null ? [] : [{ name, value }];
}

/** The requests of job.sbatch for each node with ranks, by name: read from its directives, so that they agree. */
export function listNodeRequests(
  plan: LaunchPlan,
): ReadonlyMap<string, { readonly cpus: number | null; readonly isTyped: boolean }> {
  if (plan.slurm === null) return new Map();
  const components = splitIntoComponents(plan);
  const cpusPerTask = plan.slurm.cpusPerTask ?? largestCpusPerTask(plan, components);
  return new Map(
    components.flatMap((component) => {
      const options = new Map(
        describeComponent(plan, component, cpusPerTask).map(({ name, value }) => [name, Number(value)]),
      );
      const tasks = options.get('ntasks-per-node');
      const cpus = tasks === undefined ? options.get('mincpus') : tasks * (options.get('cpus-per-task') ?? 1);
      const form = chooseForm(plan, component);
      const request = { cpus: cpus ?? null, isTyped: form === 'per-node' || form === 'gres' };
      return component.map(({ node }) => [node.name, request] as const);
    }),
  );
}
