import type { LaunchPlan } from '../../generated/plan.ts';
import { type Emitter, type Refusal, refuseRoles } from '../emitter.ts';
import { emitScripts } from '../slurm/emit.ts';
import { refuse as refuseSlurm } from '../slurm/refuse.ts';

export const torchrunEmitter: Emitter = {
  name: 'torchrun',
  summary: 'torchrun.sbatch: a Slurm job with a torchrun on each node, which starts failed ranks again',
  implies: ['env'],
  refuse: (plan) =>
    (plan.roles === null ? null : refuseRoles('torchrun starts one program')) ??
    refuseSlurm(plan) ??
    refuseOrder(plan) ??
    refuseSignal(plan) ??
    refuseRequeues(plan) ??
    refuseContainer(plan),
  emit: (input) => emitScripts(input, 'nodes'),
};

/** torchrun numbers ranks by itself: those of node rank 0 first, those of a node one after the other. */
function refuseOrder({ ranks, mapping, launch }: LaunchPlan): Refusal | null {
  const seen = new Set<string>();
  const again = ranks.find(
    ({ rank, node }) => node !== ranks[rank - 1]?.node && seen.size === seen.add(node).size,
  );
  if (again === undefined) return null;
  const message = `torchrun numbers the ranks of a node one after the other, but rank ${again.rank} is on ${again.node} again, after ${ranks[again.rank - 1]?.node}`;
  const cure =
    mapping.order === 'block' && launch.groupSize !== null
      ? 'exclude the GPUs that make no whole block of `groupSize` on their node'
      : 'use `order: block`';
  const help = `${cure}, or use \`--emit slurm\`, which keeps any order`;
  return { code: 'RP4201', key: 'mapping', message, help };
}

/** torchrun, and the ranks that it starts, would have to be in one container. */
function refuseContainer({ slurm }: LaunchPlan): Refusal | null {
  if (slurm?.container == null) return null;
  const message =
    '`slurm.container` puts ranks into a container each, but torchrun starts all ranks of a node itself';
  const help =
    'use `--emit slurm`, or submit torchrun.sbatch with the options of your container runtime under `slurm.srun`';
  return { code: 'RP4201', key: 'slurm', message, help };
}

/** torchrun treats a rank that ends with 85 as failed, and starts the others again. */
function refuseRequeues({ slurm }: LaunchPlan): Refusal | null {
  if (!slurm?.requeues) return null;
  const message =
    'to torchrun a rank that ends with status 85 has failed, so the job cannot be requeued by it';
  return { code: 'RP4201', key: 'slurm', message, help: 'remove `slurm.requeues`, or use `--emit slurm`' };
}

/** torchrun takes the other signals for itself: it ends its ranks, and after half a minute kills them. */
function refuseSignal({ slurm }: LaunchPlan): Refusal | null {
  const name = slurm?.signal?.name ?? 'USR1';
  if (name === 'USR1' || name === 'USR2') return null;
  const message = `\`slurm.signal\` is ${name}, at which torchrun ends its ranks`;
  const help = 'use USR1 or USR2, which only the ranks heed, or `--emit slurm`';
  return { code: 'RP4201', key: 'slurm', message, help };
}
