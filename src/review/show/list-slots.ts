import { siteOf, slotCount, slotName } from '../../compiler/inventory/inventory.ts';
import { slotsOfRank } from '../../compiler/mapping/map-ranks.ts';
import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from '../../generated/plan.ts';
import { mappedPlan } from '../mapped-plan.ts';

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
export function listSlots(plan: LaunchPlan): readonly PlanSlot[] {
  const { inventory, ranks } = mappedPlan(plan);
  const ranksAt = Array.from({ length: slotCount(inventory) }, (): PlanRank[] => []);
  for (const rank of plan.ranks) for (const slot of slotsOfRank(ranks, rank.rank)) ranksAt[slot]?.push(rank);
  return ranksAt.map((own, slot) => {
    const [index, position] = siteOf(inventory, slot);
    const node = plan.nodes[index] as PlanNode;
    const gpu = node.gpus[position] ?? null;
    const cpuSlot = gpu === null ? position - node.gpus.length : null;
    return { node, gpu, cpuSlot, name: slotName(inventory, slot), ranks: own };
  });
}
