import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Artifact, Emitter, Refusal } from '../emitter.ts';
import { renderTemplate } from '../render-template.ts';
import { describeScripts } from '../slurm/job-view.ts';
import { refuse as refuseSlurm } from '../slurm/refuse.ts';

const JOB_PARTS = [
  'torchrun/torchrun.sbatch',
  'shell/caller.sh',
  'slurm/plan.sh',
  'slurm/allocation.sh',
  'slurm/step.sh',
] as const;
const NODE_PARTS = [
  'torchrun/node.sh',
  'slurm/task.sh',
  'slurm/devices.sh',
  'shell/gpus.sh',
  'slurm/main.sh',
] as const;

export const torchrunEmitter: Emitter = {
  name: 'torchrun',
  summary:
    'torchrun.sbatch: the plan under Slurm with a torchrun on each node, for those who want its restarts',
  implies: ['env'],
  refuse: (plan) => refuseSlurm(plan) ?? refuseOrder(plan) ?? refuseSight(plan),
  *emit(input) {
    const view = describeScripts(input, 'nodes');
    const render = (parts: typeof JOB_PARTS | typeof NODE_PARTS) =>
      parts.map((part) => renderTemplate(part, view)).join('\n');
    yield { path: 'torchrun.sbatch', executable: true, content: render(JOB_PARTS) } satisfies Artifact;
    yield { path: 'torchrun-node.sh', executable: true, content: render(NODE_PARTS) } satisfies Artifact;
  },
};

/** torchrun numbers ranks by itself: those of node rank 0 first, those of a node one after the other. */
function refuseOrder({ ranks }: LaunchPlan): Refusal | null {
  const seen = new Set<string>();
  for (const { rank, node } of ranks) {
    if (node === ranks[rank - 1]?.node) continue;
    if (!seen.has(node)) {
      seen.add(node);
      continue;
    }
    return {
      code: 'RP4201',
      key: 'mapping',
      message: `torchrun numbers the ranks of a node one after the other, but rank ${rank} is on ${node} again, after ${ranks[rank - 1]?.node}`,
      help: 'use `order: block`, or `--emit slurm`, which keeps any order',
    };
  }
  return null;
}

/** All ranks of one torchrun find the same visible list. */
function refuseSight(plan: LaunchPlan): Refusal | null {
  const mixed = [...groupRanks(plan)].find(
    ([, ranks]) => ranks.some(({ gpu }) => gpu === null) && ranks.some(({ gpu }) => gpu !== null),
  );
  const usesGpus = plan.ranks.some(({ gpu }) => gpu !== null);
  if (mixed === undefined && (plan.visibility === 'ordered' || !usesGpus)) return null;
  const reason =
    mixed === undefined
      ? 'the plan gives each rank a list of its own (`visibility: isolated`)'
      : `${mixed[0]} has ranks with and without a GPU`;
  return {
    code: 'RP4202',
    key: mixed === undefined ? 'launch' : 'mapping',
    message: `torchrun gives all ranks of a node one list of visible GPUs, but ${reason}`,
    help: 'use `--emit slurm`, which starts each rank by itself',
  };
}
