import type { LaunchPlan } from '../../generated/plan.ts';
import { FIRST_FREE_PORT } from '../values/address.ts';
import { whyReserved } from '../values/planned-variables.ts';
import { isChain, refusalOfOption, splitOption } from '../values/slurm-options.ts';

/** What decoding a topology refuses of a plan's settings, or null; what rules refuse is theirs to say. */
export function findWrongSettings(plan: LaunchPlan): string | null {
  return (
    findWrongMaster(plan) ??
    findReservedVariable(plan) ??
    findWrongSlurm(plan) ??
    findWrongPace(plan) ??
    findWrongShares(plan)
  );
}

const findWrongMaster = ({ master: { port } }: LaunchPlan): string | null =>
  typeof port === 'number' && port < FIRST_FREE_PORT ? `the master port ${port} is privileged` : null;

function findReservedVariable({ launch, nodes }: LaunchPlan): string | null {
  for (const { name: node, env } of [{ name: 'launch', env: launch.env }, ...nodes])
    for (const name in env)
      if (whyReserved(name) !== null) return `the env of ${node} has ${name}, which is not for it to set`;
  return null;
}

/** The schema has the form of each value; this is what it means. */
function findWrongSlurm({ slurm, nodes }: LaunchPlan): string | null {
  if (slurm === null) return null;
  if (slurm.array !== null && !isChain(slurm.array)) return `slurm.array is ${slurm.array}, which has no run`;
  const hasContainer = slurm.container !== null;
  const job = nodes[0]?.bind === 'job' ? 'bound job' : 'named job';
  for (const [name, value] of Object.entries(slurm.directives)) {
    const refusal = refusalOfOption({ name, value }, job, hasContainer);
    if (refusal !== null) return `the directive ${name} ${refusal.why}`;
  }
  for (const named of slurm.srun.map(splitOption)) {
    const refusal = refusalOfOption(named, 'step', hasContainer);
    if (refusal !== null) return `the srun option --${named.name} ${refusal.why}`;
  }
  return null;
}

/** A GPU counts as its model does, or as its own figure; it may be faster than it counts, and hardly slower. */
function findWrongPace({ nodes, mapping: { tolerance } }: LaunchPlan): string | null {
  for (const gpus of new Set(nodes.map((node) => node.gpus))) {
    for (const { index, score, pace } of gpus) {
      if (pace === null) continue;
      if (tolerance === null || score === null)
        return `GPU ${index} has a pace, but no ${score === null ? 'score' : 'tolerance'}`;
      // A model's figure may lie above its median, a card below it, and what was measured below what the card usually has.
      const farthest = (1 + tolerance) / (1 - tolerance) ** 2;
      // The last factor is what the rounding of products may add.
      if (pace > score * farthest * (1 + 1e-9))
        return `GPU ${index} counts as ${pace}, which is too far from its score ${score}`;
    }
  }
  return null;
}

function findWrongShares({ workload, ranks }: LaunchPlan): string | null {
  if (workload === null) {
    const idle = ranks.find(({ share }) => share !== null);
    return idle === undefined ? null : `rank ${idle.rank} has a share, but there is no workload`;
  }
  const { globalBatch, multipleOf } = workload;
  let sum = 0;
  for (const { rank, share } of ranks) {
    if (share === null) return `rank ${rank} has no share`;
    if (share < multipleOf || share % multipleOf !== 0)
      return `the share of rank ${rank} is ${share}, no multiple of ${multipleOf}`;
    sum += share;
  }
  return sum === globalBatch ? null : `the shares add up to ${sum}, not to ${globalBatch}`;
}
