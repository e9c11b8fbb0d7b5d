import type { LaunchPlan } from '../../generated/plan.ts';
import type { Component } from './components.ts';
import { chooseForm, type Option, requestGpus } from './gpu-request.ts';

/** What Slurm starts: a task for each rank, or one for each node. */
export type Tasks = 'ranks' | 'nodes';

/**
 * The options of srun that the script shows. slurm.bash adds those of each component: `--het-group`, `--ntasks`, and
 * `--nodelist`, a file of a line for each task: with `arbitrary` distribution the one form of which every
 * Slurm keeps the number of tasks on each node, also where they are more than its CPUs. SLURM_HOSTFILE says the same, but
 * once for all components. Never `--nodes`, which 24.11 refuses beside arbitrary distribution, nor `--gpu-bind`, which hides GPUs from peers. Nor
 * `--cpus-per-task`: a step that asks for CPUs gets whole cores for each task, and where the job's cores do not suffice
 * for that it waits for ever. Without it the step has all CPUs of the job, and the ranks are told their number. `--overcommit`: ranks may be more than the CPUs of an
 * allocation that somebody made by hand; srun would wait for more.
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

/** What the step asks for of this component, where the job did not. */
export const describeStepRequest = (plan: LaunchPlan, component: Component): readonly string[] =>
  requestGpus(chooseForm(plan, component), component).step.map(formatOption);

const formatOption = ({ name, value }: Option): string =>
  value === null ? `--${name}` : `--${name}=${value}`;
