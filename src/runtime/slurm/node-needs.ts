import { countCpuShares } from '../../compiler/values/slurm-cpus.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Comparison } from './cluster.ts';

type PlanNode = LaunchPlan['nodes'][number];

/** What a plan wants of one of its nodes. */
export interface NodeNeeds {
  /** GPUs by their type in Slurm's GRES; under null those of which the topology does not say it. */
  readonly gpus: ReadonlyMap<string | null, number>;
  readonly gpuTotal: number;
  /** What the topology counts on. */
  readonly cpus: number;
  /** Without so many Slurm refuses the job. */
  readonly requiredCpus: number;
  readonly requiresTypes: boolean;
}

/** How many ranks each node carries, by its name. */
export function countRanks(plan: LaunchPlan): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { node } of plan.ranks) counts.set(node, (counts.get(node) ?? 0) + 1);
  return counts;
}

/** A GPU that is divided into MIG instances is none that Slurm counts: its instances are. */
export function needsOf(
  { plan: { slurm }, requests }: Pick<Comparison, 'plan' | 'requests'>,
  node: PlanNode,
  ranks: number,
): NodeNeeds {
  const divided = new Set(node.gpus.map(({ parent }) => parent));
  const gpus = new Map<string | null, number>();
  let gpuTotal = 0;
  for (const { index, gres } of node.gpus) {
    if (divided.has(index)) continue;
    gpus.set(gres, (gpus.get(gres) ?? 0) + 1);
    gpuTotal++;
  }
  const shares = countCpuShares(slurm?.cpusPerTask ?? null, ranks, node.cpus);
  const cpus = Math.max(node.cpus ?? 0, (slurm?.cpusPerTask ?? 1) * shares);
  const request = requests.get(node.name) ?? { cpus, isTyped: true };
  return { gpus, gpuTotal, cpus, requiredCpus: request.cpus ?? 0, requiresTypes: request.isTyped };
}

/** `4 GPUs (1 a100, 3 of no type)`. */
export function renderGpus(tally: ReadonlyMap<string | null, number>, total: number): string {
  const kinds = [...tally].map(([type, count]) => `${count} ${type ?? 'of no type'}`);
  const detail = total === 0 || (tally.size === 1 && tally.has(null)) ? '' : ` (${kinds.join(', ')})`;
  return `${total} GPU${total === 1 ? '' : 's'}${detail}`;
}
