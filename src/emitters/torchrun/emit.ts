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
    refuseSettings(plan),
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

function refuseSettings({ slurm }: LaunchPlan): Refusal | null {
  const because = (message: string, help: string): Refusal => ({
    code: 'RP4201',
    key: 'slurm',
    message,
    help,
  });
  const signal = slurm?.signal?.name ?? 'USR1';
  // torchrun takes the other signals for itself: it ends its ranks, and after half a minute kills them.
  if (signal !== 'USR1' && signal !== 'USR2')
    return because(
      `\`slurm.signal\` is ${signal}, at which torchrun ends its ranks`,
      'use USR1 or USR2, which only the ranks heed, or `--emit slurm`',
    );
  // It would start the others again.
  if (slurm?.requeues)
    return because(
      'to torchrun a rank that ends with status 85 has failed, so the job cannot be requeued by it',
      'remove `slurm.requeues`, or use `--emit slurm`',
    );
  // torchrun, and the ranks that it starts, would have to be in one container.
  if (slurm?.container != null)
    return because(
      '`slurm.container` puts ranks into a container each, but torchrun starts all ranks of a node itself',
      'use `--emit slurm`, or submit torchrun.sbatch with the options of your container runtime under `slurm.srun`',
    );
  return null;
}
