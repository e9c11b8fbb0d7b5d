import type { LaunchPlan } from '../../generated/plan.ts';
import { type Component, countTypes, formatDevices } from './components.ts';

/** One long option of sbatch or srun; null: it takes no value. */
export interface Option {
  readonly name: string;
  readonly value: string | null;
}

/** How GPUs are asked for, with the job and with its step. */
export interface GpuRequest {
  /** For sbatch. */
  readonly job: readonly Option[];
  /** For srun. */
  readonly step: readonly Option[];
}

export type RequestForm = NonNullable<NonNullable<LaunchPlan['slurm']>['gpuRequest']>;

/** Per node where all nodes of the component are alike, else as a total: what the topology does not choose. */
export function chooseForm({ slurm }: LaunchPlan, component: Component): RequestForm {
  return slurm?.gpuRequest ?? (isUniform(component) ? 'per-node' : 'total');
}

/**
 * An exclusive job must ask for exactly the GPUs of its nodes: with fewer, or with no word about GPUs, its steps are
 * silently given too few, or none; more is refused.
 */
export function requestGpus(form: RequestForm, component: Component): GpuRequest {
  const devices = component.flatMap((node) => node.devices);
  if (devices.length === 0) return { job: [], step: [] };
  const perNode = component[0]?.devices ?? [];
  switch (form) {
    case 'per-node':
      return { job: [{ name: 'gpus-per-node', value: formatDevices(perNode) }], step: [] };
    case 'gres': {
      const types = countTypes(perNode).map((type) => `gpu:${type}`);
      return { job: [{ name: 'gres', value: types.join(',') }], step: [] };
    }
    case 'total':
      return { job: [{ name: 'gpus', value: String(devices.length) }], step: [] };
    case 'none':
      return { job: [], step: [{ name: 'gpus', value: String(devices.length) }] };
  }
}

/** Whether every node of the component has the same GPUs for Slurm. */
export function isUniform(component: Component): boolean {
  return new Set(component.map(({ devices }) => formatDevices(devices))).size === 1;
}
