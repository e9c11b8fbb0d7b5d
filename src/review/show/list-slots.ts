import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from '../../generated/plan.ts';

/** A GPU or CPU slot of a plan, with its ranks. */
export interface PlanSlot {
  readonly node: PlanNode;
  /** Null for a CPU slot. */
  readonly gpu: PlanGpu | null;
  readonly cpuSlot: number | null;
  /** As selectors name it: `lab1:2`, `build1:cpu0`. */
  readonly name: string;
  /** In rank order; empty when it is idle. A rank with several GPUs is on each of them. */
  readonly ranks: readonly PlanRank[];
}

/** Every slot of a plan in inventory order, on each node the GPUs first. */
export function* listSlots({ nodes, ranks }: LaunchPlan): Generator<PlanSlot> {
  const byNode = new Map<string, Map<string, PlanRank[]>>();
  for (const rank of ranks) {
    const slots = byNode.get(rank.node) ?? new Map<string, PlanRank[]>();
    byNode.set(rank.node, slots);
    for (const key of rank.gpus ?? [keyOf(rank.gpu, rank.cpuSlot)]) {
      const slot = slots.get(String(key));
      if (slot !== undefined) slot.push(rank);
      else slots.set(String(key), [rank]);
    }
  }
  for (const node of nodes) {
    const slots = byNode.get(node.name);
    const slotAt = (gpu: PlanGpu | null, cpuSlot: number | null): PlanSlot => {
      const key = keyOf(gpu?.index ?? null, cpuSlot);
      return { node, gpu, cpuSlot, name: `${node.name}:${key}`, ranks: slots?.get(key) ?? [] };
    };
    for (const gpu of node.gpus) yield slotAt(gpu, null);
    for (let cpu = 0; cpu < node.cpuRanks; cpu++) yield slotAt(null, cpu);
  }
}

/** Whether a slot is the first of the rank's: what is said once of a rank is said there. */
export const isFirstOf = ({ gpu }: PlanSlot, rank: PlanRank): boolean => (gpu?.index ?? null) === rank.gpu;

const keyOf = (gpu: number | null, cpuSlot: number | null): string =>
  gpu === null ? `cpu${cpuSlot}` : String(gpu);
