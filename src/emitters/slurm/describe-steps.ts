import type { LaunchPlan } from '../../generated/plan.ts';
import type { Component } from './components.ts';
import { chooseForm, type Option, requestGpus } from './gpu-request.ts';

/** What Slurm starts: a task for each rank, or one for each node. */
export type Tasks = 'ranks' | 'nodes';

/** The options of srun for each component, in order. */
export function describeSteps(
  plan: LaunchPlan,
  components: readonly Component[],
  cpusPerTask: number | null,
  tasks: Tasks,
): readonly { readonly number: number; readonly options: readonly string[] }[] {
  return components.map((component, number) => {
    const tasksOn = component.map(({ ranks }) => (tasks === 'ranks' ? ranks.length : 1));
    const placement =
      components.length === 1
        ? [{ name: 'distribution', value: 'arbitrary' }]
        : [
            { name: 'het-group', value: String(number) },
            { name: 'ntasks-per-node', value: String(tasksOn[0] ?? 1) },
          ];
    const options = [
      ...placement,
      { name: 'ntasks', value: String(tasksOn.reduce((sum, count) => sum + count, 0)) },
      ...(cpusPerTask === null ? [] : [{ name: 'cpus-per-task', value: String(cpusPerTask) }]),
      ...requestGpus(chooseForm(plan, component), component).step,
      ...COMMON,
    ];
    return { number, options: [...options.map(formatOption), ...(plan.slurm?.srun ?? [])] };
  });
}

/** Never `--nodes`, which 24.11 refuses beside arbitrary distribution, nor `--gpu-bind`, which hides GPUs from peers. */
const COMMON: readonly Option[] = [
  { name: 'cpu-bind', value: 'none' },
  { name: 'kill-on-bad-exit', value: '1' },
  { name: 'export', value: 'ALL' },
  { name: 'input', value: 'none' },
];

const formatOption = ({ name, value }: Option): string =>
  value === null ? `--${name}` : `--${name}=${value}`;
