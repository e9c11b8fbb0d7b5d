import type { LaunchPlan, PlanGpu, PlanMapping, PlanNode, PlanRank } from '../../generated/plan.ts';
import {
  buildInventory,
  type Inventory,
  type InventoryGpu,
  positionOfIndex,
  type SlotFacts,
  slotName,
} from '../inventory/inventory.ts';
import { createRankMap, type RankMap } from '../mapping/map-ranks.ts';
import { withMetric } from '../mapping/metric.ts';
import { remember } from '../source/remember.ts';
import { gpusOfRank } from './group-ranks.ts';

/** The nodes of a saved plan as the compiler's phases see those of a topology. */
export function inventoryOfPlan({ nodes, levels, mapping: { by } }: LaunchPlan): Inventory {
  const listOf = remember((gpus: readonly PlanGpu[]) => gpus.map((gpu) => inventoryGpu(gpu, by)));
  return buildInventory(
    nodes.map((node) => {
      const { name, address, bind, class: entry, cpus, env, domain, gpus, spare, cpuRanks, cpuSlot } = node;
      return {
        ...{ name, address, bind, cpus, env, spare, cpuRanks, gpus: listOf(gpus) },
        entryIndex: entry ?? 0,
        domain: domain ?? [],
        cpuSlot: cpuSlot && slotFacts(cpuSlot, null, by),
      };
    }),
    levels ?? [],
  );
}

function inventoryGpu(gpu: PlanGpu, by: string): InventoryGpu {
  const { index, uuid, model, vendor, gres, cpus, parent, pace, island } = gpu;
  return { ...{ index, uuid, model, vendor, gres, cpus, parent, island }, ...slotFacts(gpu, pace, by) };
}

function slotFacts(
  { score, fixedSeconds, memoryBytes, maxSamples }: NonNullable<PlanNode['cpuSlot']>,
  pace: number | null,
  by: string,
): SlotFacts {
  const slot = { memoryBytes, maxSamples, pace, metrics: new Map() };
  return score === null ? slot : withMetric(slot, by, score, fixedSeconds);
}

/** The ranks of a saved plan as the compiler maps them; a text where they contradict the nodes or each other. */
export function rankMapOfPlan(plan: LaunchPlan, inventory: Inventory): RankMap | string {
  const total = plan.ranks.reduce((count, { gpus }) => count + (gpus?.length ?? 1), 0);
  const map = createRankMap(inventory, plan.ranks.length, total, (rank) => plan.ranks[rank]?.why ?? '');
  const { slotOfRank, nodeOfRank, localRank, nodeRank, ranksOnNode, ranksOnSlot } = map;
  const { ranksPerGpu, gpusPerRank } = plan.mapping;
  let mappedNodes = 0;
  for (const [position, rank] of plan.ranks.entries()) {
    if (rank.rank !== position) return `rank ${rank.rank} stands where rank ${position} should be`;
    const node = inventory.nodeByName.get(rank.node);
    if (node === undefined) return `rank ${position} is on ${rank.node}, which is no node of the plan`;
    const here = ranksOnNode[node] ?? 0;
    if (here === 0) nodeRank[node] = mappedNodes++;
    if (rank.localRank !== here)
      return `the local rank of rank ${position} is ${rank.localRank}, not ${here}`;
    const slot = slotOf(rank, inventory, node);
    if (slot === null) return `rank ${position} is on a slot that ${rank.node} does not have`;
    const sharing = ranksOnSlot[slot] ?? 0;
    if (sharing > 0 && (rank.gpu === null || slotOfRank[position - 1] !== slot))
      return `two ranks are on ${slotName(inventory, slot)}`;
    if (sharing >= ranksPerGpu)
      return `${sharing + 1} ranks are on ${slotName(inventory, slot)}, where ranksPerGpu is ${ranksPerGpu}`;
    slotOfRank[position] = slot;
    nodeOfRank[position] = node;
    localRank[position] = here;
    ranksOnNode[node] = here + 1;
    ranksOnSlot[slot] = sharing + 1;
    if (rank.gpus === null && gpusPerRank === 1) continue;
    const wrong = fillTeam(rank, plan.mapping, inventory, map);
    if (wrong !== null) return wrong;
  }
  const wrong = plan.nodes.findIndex((node, i) => (node.nodeRank ?? -1) !== nodeRank[i]);
  if (wrong < 0) return findSecondOfNode(plan) ?? map;
  return explainNodeRank(plan.nodes[wrong]?.name ?? '', nodeRank[wrong] ?? -1);
}

/** Notes the GPUs of a rank beside its first; a text where they cannot be its own. */
function fillTeam(
  rank: PlanRank,
  { gpusPerRank }: PlanMapping,
  inventory: Inventory,
  map: RankMap,
): string | null {
  const { nodeOfRank, slotOfRank, slots, starts, ranksOnSlot } = map;
  const { rank: position, gpu } = rank;
  const gpus = gpusOfRank(rank);
  if (gpus[0] !== (gpu ?? undefined))
    return `the first of the gpus of rank ${position} is not its gpu, ${gpu}`;
  if (gpu !== null && gpusPerRank !== 'node' && gpus.length !== gpusPerRank)
    return `rank ${position} has ${gpus.length} GPUs, where gpusPerRank is ${gpusPerRank}`;
  if (starts === null) return null;
  const start = starts[position] ?? 0;
  slots[start] = slotOfRank[position] ?? 0;
  for (const [i, index] of gpus.slice(1).entries()) {
    const slot = slotOf({ gpu: index, cpuSlot: null }, inventory, nodeOfRank[position] ?? 0);
    if (slot === null) return `rank ${position} is on a slot that ${rank.node} does not have`;
    if ((ranksOnSlot[slot] ?? 0) > 0) return `two ranks are on ${slotName(inventory, slot)}`;
    ranksOnSlot[slot] = 1;
    slots[start + 1 + i] = slot;
  }
  starts[position + 1] = start + Math.max(1, gpus.length);
  return null;
}

/** Under `gpusPerRank: node` the second rank of a node has no GPU. */
function findSecondOfNode({ ranks, mapping }: LaunchPlan): string | null {
  if (mapping.gpusPerRank !== 'node') return null;
  const nodes = new Set<string>();
  for (const { rank, node, gpu } of ranks) {
    if (gpu === null) continue;
    if (nodes.has(node)) return `rank ${rank} has a GPU of ${node}, all of which another rank has`;
    nodes.add(node);
  }
  return null;
}

const explainNodeRank = (name: string, nodeRank: number): string =>
  nodeRank < 0 ? `${name} has a node rank but no rank` : `the node rank of ${name} is not ${nodeRank}`;

function slotOf(
  { gpu, cpuSlot }: Pick<PlanRank, 'gpu' | 'cpuSlot'>,
  { nodes, firstSlot }: Inventory,
  node: number,
): number | null {
  const { gpus = [], cpuRanks = 0 } = nodes[node] ?? {};
  const first = firstSlot[node] ?? 0;
  if (gpu === null) return cpuSlot !== null && cpuSlot < cpuRanks ? first + gpus.length + cpuSlot : null;
  const position = cpuSlot === null ? positionOfIndex(gpus, gpu) : undefined;
  return position === undefined ? null : first + position;
}
