import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import { MAX_SLOTS } from '../inventory/budget.ts';
import { findWrongDevices } from './find-wrong-devices.ts';
import { findWrongSettings } from './find-wrong-settings.ts';
import { groupRanks } from './group-ranks.ts';

/** The first node whose slots are more than a plan may have; null when all fit. Slots are made before ranks are. */
export function findExcess({ nodes }: LaunchPlan): number | null {
  let slots = 0;
  const index = nodes.findIndex(({ gpus, cpuRanks }) => {
    slots += gpus.length + cpuRanks;
    return slots > MAX_SLOTS;
  });
  return index < 0 ? null : index;
}

/**
 * Whether a saved plan agrees with itself; the first contradiction, or null. A plan that was edited by hand must not
 * start ranks that wait for each other for ever.
 */
export function findContradiction(plan: LaunchPlan): string | null {
  const nodes = new Map(plan.nodes.map((node) => [node.name, node]));
  if (nodes.size !== plan.nodes.length) return 'a node is named twice';
  if (plan.nodes.some((node) => node.bind !== plan.nodes[0]?.bind))
    return 'it mixes nodes bound by name and by the job';
  if (plan.ranks.length !== plan.worldSize)
    return `worldSize is ${plan.worldSize}, but there are ${plan.ranks.length} ranks`;
  if (plan.master.node !== plan.ranks[0]?.node) return 'the master is not the node of rank 0';
  if (plan.master.address === null && plan.nodes[0]?.bind === 'name') return 'the master has no address';
  return (
    findMisplacedRank(plan, nodes) ?? findWrongDevices(plan, groupRanks(plan)) ?? findWrongSettings(plan)
  );
}

function findMisplacedRank(plan: LaunchPlan, nodes: ReadonlyMap<string, PlanNode>): string | null {
  const ranksOn = new Map<string, number>();
  const lastOnSlot = new Map<string, number>();
  const sharingOn = new Map<string, number>();
  const indicesOf = new Map<PlanNode, ReadonlySet<number>>();
  for (const [position, rank] of plan.ranks.entries()) {
    const node = nodes.get(rank.node);
    const here = ranksOn.get(rank.node) ?? 0;
    if (rank.rank !== position) return `rank ${rank.rank} stands where rank ${position} should be`;
    if (node === undefined) return `rank ${position} is on ${rank.node}, which is no node of the plan`;
    if (here === 0 && node.nodeRank !== ranksOn.size)
      return `the node rank of ${node.name} is not ${ranksOn.size}`;
    if (rank.localRank !== here)
      return `the local rank of rank ${position} is ${rank.localRank}, not ${here}`;
    const indices = indicesOf.get(node) ?? new Set(node.gpus.map(({ index }) => index));
    indicesOf.set(node, indices);
    const slot = slotOf(rank, node, indices);
    if (slot === null) return `rank ${position} is on a slot that ${node.name} does not have`;
    const last = lastOnSlot.get(slot);
    const sharing = last === position - 1 ? (sharingOn.get(slot) ?? 1) + 1 : 1;
    if (last !== undefined && (rank.gpu === null || last !== position - 1)) return `two ranks are on ${slot}`;
    if (sharing > plan.mapping.ranksPerGpu)
      return `${sharing} ranks are on ${slot}, where ranksPerGpu is ${plan.mapping.ranksPerGpu}`;
    if (last !== undefined && plan.visibility === 'ordered')
      return `two ranks share ${slot}, which needs isolated visibility`;
    ranksOn.set(rank.node, here + 1);
    lastOnSlot.set(slot, position);
    sharingOn.set(slot, sharing);
  }
  const idle = plan.nodes.find((node) => node.nodeRank !== null && !ranksOn.has(node.name));
  return idle === undefined ? null : `${idle.name} has a node rank but no rank`;
}

function slotOf({ gpu, cpuSlot }: PlanRank, node: PlanNode, indices: ReadonlySet<number>): string | null {
  if (gpu !== null && cpuSlot !== null) return null;
  if (gpu !== null) return indices.has(gpu) ? `${node.name}:${gpu}` : null;
  return cpuSlot !== null && cpuSlot < node.cpuRanks ? `${node.name}:cpu${cpuSlot}` : null;
}
