import type { LaunchPlan } from '../../generated/plan.ts';
import type { Refusal } from '../emitter.ts';
import { type Component, formatDevices } from './components.ts';

const BY_RUN = 'start them with `rankplan run --all --via srun` in a batch script of your own';

/** Why the replicas of these roles cannot be steps of one job; null if they can. */
export function refuseSteps(plan: LaunchPlan, components: readonly Component[]): Refusal | null {
  const because = (key: Refusal['key'], below: string, message: string, help: string): Refusal => ({
    ...{ code: 'RP4204', key, below, message, help },
  });
  const [first, ...others] = components.flat();
  if (plan.slurm === null || plan.roles === null || first === undefined) return null;
  const unfit = findUnfit(plan.slurm);
  if (unfit !== null) {
    const [key = ''] = unfit.split(':');
    return because('slurm', key, `\`slurm.${unfit}\` is for one program`, `remove it, or ${BY_RUN}`);
  }
  const idle = plan.roles.find(({ launch }) => launch.command === null)?.name;
  const help = 'write one under `launch.command` of the role';
  if (idle !== undefined) return because('roles', idle, `${idle} has no command`, help);
  const again = plan.roles.find(({ restarts }) => restarts > 0)?.name;
  const text = `no step starts again: ${again} has \`restart: on-failure\``;
  if (again !== undefined) return because('roles', again, text, BY_RUN);
  const devices = formatDevices(first.devices);
  const unlike = others.find((one) => formatDevices(one.devices) !== devices) ?? components[1]?.[0];
  if (unlike === undefined) return null;
  const message = `steps of several programs need nodes that are alike, and ${first.node.name} and ${unlike.node.name} differ`;
  return because('nodes', '', message, BY_RUN);
}

/** The setting that no job of several programs has. */
function findUnfit(slurm: NonNullable<LaunchPlan['slurm']>): string | null {
  const { allocation, array, container, exclusive, gpuRequest, requeues, restarts } = slurm;
  const unfit = {
    'allocation: shared': allocation === 'shared',
    'exclusive: false': !exclusive,
    [`gpuRequest: ${gpuRequest}`]: gpuRequest === 'total' || gpuRequest === 'none',
    array: array !== null,
    restarts: restarts > 0,
    requeues: requeues > 0,
    container: container !== null,
  };
  return Object.keys(unfit).find((key) => unfit[key] === true) ?? null;
}
