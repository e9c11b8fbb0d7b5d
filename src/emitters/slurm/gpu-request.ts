import type { LaunchPlan } from '../../generated/plan.ts';
import { type Component, formatDevices } from './components.ts';

/** One long option of sbatch or srun; null: it takes no value. */
export interface Option {
  readonly name: string;
  readonly value: string | null;
}

export type RequestForm = NonNullable<NonNullable<LaunchPlan['slurm']>['gpuRequest']>;

/** Per node where all nodes of the component are alike, else as a total: what the topology does not choose. */
export function chooseForm({ slurm }: LaunchPlan, component: Component): RequestForm {
  return slurm?.gpuRequest ?? (isUniform(component) ? 'per-node' : 'total');
}

/**
 * An exclusive job must request exactly the GPUs of its nodes: with fewer, or without a request, its steps silently get
 * too few, or none; Slurm refuses a request for more.
 */
export function requestGpus(form: RequestForm, component: Component): readonly Option[] {
  const [count, perNode] = [countDevices(component), component[0].devices];
  if (count === 0) return [];
  return {
    'per-node': [{ name: 'gpus-per-node', value: formatDevices(perNode) }],
    gres: [{ name: 'gres', value: formatDevices(perNode, 'gpu:') }],
    total: [{ name: 'gpus', value: String(count) }],
    none: [],
  }[form];
}

const countDevices = (component: Component): number => component.flatMap(({ devices }) => devices).length;

/** Whether every node of the component has the same GPUs for Slurm. */
export function isUniform(component: Component): boolean {
  return new Set(component.map(({ devices }) => formatDevices(devices))).size === 1;
}

/** What Slurm starts: a task for each rank, or one for each node. */
export type Tasks = 'ranks' | 'nodes';

/**
 * The options of srun that the script shows. slurm.bash adds those of each component: `--het-group`, `--ntasks`, and
 * `--nodelist`, a file of a line for each task: with `arbitrary` distribution the one form of which every
 * Slurm keeps the number of tasks on each node, also where they are more than its CPUs. SLURM_HOSTFILE says the same, but
 * once for all components. Never `--nodes`, which 24.11 refuses beside arbitrary distribution, nor `--gpu-bind`, which hides GPUs from peers. Nor
 * `--cpus-per-task`: a step that requests CPUs gets whole cores for each task, and where the job's cores do not suffice
 * for that it waits for ever. Without it the step has all CPUs of the job, and the ranks find their number in a variable. `--overcommit`: ranks may be more than the CPUs of an
 * allocation that was made by hand; srun would wait for more.
 */
const COMMON: readonly string[] = [
  '--distribution=arbitrary',
  '--cpu-bind=none',
  '--overcommit',
  '--kill-on-bad-exit=1',
  '--export=ALL',
  '--input=none',
];

export const describeStep = ({ slurm }: LaunchPlan): readonly string[] => [...COMMON, ...(slurm?.srun ?? [])];

/** The step's request for GPUs of this component, if the job has none. */
export function describeStepRequest(plan: LaunchPlan, component: Component): readonly string[] {
  const count = countDevices(component);
  return count > 0 && chooseForm(plan, component) === 'none' ? [`--gpus=${count}`] : [];
}
