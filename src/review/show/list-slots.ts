import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from '../../generated/plan.ts';

/** A GPU or CPU slot of a plan, with its ranks. */
export interface PlanSlot {
  readonly node: PlanNode;
  /** Null for a CPU slot. */
  readonly gpu: PlanGpu | null;
  readonly cpuSlot: number | null;
  /** As selectors name it: `lab1:2`, `build1:cpu0`. */
  readonly name: string;
  /** In rank order; empty when it is idle. */
  readonly ranks: readonly PlanRank[];
}

/** Every slot of a plan in inventory order, on each node the GPUs first. */
export function* listSlots({ nodes, ranks }: LaunchPlan): Generator<PlanSlot> {
  const byNode = new Map<string, Map<string, PlanRank[]>>();
  for (const rank of ranks) {
    const key = keyOf(rank.gpu, rank.cpuSlot);
    const slots = byNode.get(rank.node);
    const slot = slots?.get(key);
    if (slot !== undefined) slot.push(rank);
    else if (slots !== undefined) slots.set(key, [rank]);
    else byNode.set(rank.node, new Map([[key, [rank]]]));
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

const keyOf = (gpu: number | null, cpuSlot: number | null): string =>
  gpu === null ? `cpu${cpuSlot}` : String(gpu);
