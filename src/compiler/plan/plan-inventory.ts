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
export function rankMapOfPlan({ ranks, nodes, mapping }: LaunchPlan, inventory: Inventory): RankMap | string {
  const total = ranks.reduce((count, { gpus }) => count + (gpus?.length ?? 1), 0);
  const map = createRankMap(inventory, ranks.length, total, (rank) => ranks[rank]?.why ?? '');
  const { slotOfRank, nodeOfRank, localRank, nodeRank, ranksOnNode } = map;
  let mappedNodes = 0;
  for (const [position, rank] of ranks.entries()) {
    if (rank.rank !== position) return `rank ${rank.rank} stands where rank ${position} should be`;
    const node = inventory.nodeByName.get(rank.node);
    if (node === undefined) return `rank ${position} is on ${rank.node}, which is no node of the plan`;
    const here = ranksOnNode[node] ?? 0;
    if (here === 0) nodeRank[node] = mappedNodes++;
    if (rank.localRank !== here)
      return `the local rank of rank ${position} is ${rank.localRank}, not ${here}`;
    const slots = slotsOf(rank, inventory, node);
    if (slots === null) return `rank ${position} is on a slot that ${rank.node} does not have`;
    const wrong = findWrongTeam(rank, mapping) ?? takeSlots(slots, rank, mapping, inventory, map);
    if (wrong !== null) return wrong;
    slotOfRank[position] = slots[0] ?? 0;
    nodeOfRank[position] = node;
    localRank[position] = here;
    ranksOnNode[node] = here + 1;
  }
  const wrong = nodes.find((node, i) => (node.nodeRank ?? -1) !== nodeRank[i]);
  return wrong === undefined ? map : `the node rank of ${wrong.name} is not that of its ranks`;
}

function findWrongTeam(rank: PlanRank, { gpusPerRank }: PlanMapping): string | null {
  const gpus = gpusOfRank(rank);
  if (gpus[0] !== (rank.gpu ?? undefined))
    return `the first of the gpus of rank ${rank.rank} is not its gpu, ${rank.gpu}`;
  return rank.gpu === null || gpusPerRank === 'node' || gpus.length === gpusPerRank
    ? null
    : `rank ${rank.rank} has ${gpus.length} GPUs, where gpusPerRank is ${gpusPerRank}`;
}

/** Notes the slots of a rank; a text where another has one of them, or all of its node. */
function takeSlots(
  own: readonly number[],
  { rank, node, gpu }: PlanRank,
  { gpusPerRank, ranksPerGpu }: PlanMapping,
  inventory: Inventory,
  { slotOfRank, slots, starts, ranksOnSlot }: RankMap,
): string | null {
  let count = starts?.[rank] ?? 0;
  for (const slot of own) {
    const sharing = ranksOnSlot[slot] ?? 0;
    if (sharing > 0 && (gpu === null || slotOfRank[rank - 1] !== slot))
      return `two ranks are on ${slotName(inventory, slot)}`;
    if (sharing >= ranksPerGpu)
      return `${sharing + 1} ranks are on ${slotName(inventory, slot)}, where ranksPerGpu is ${ranksPerGpu}`;
    ranksOnSlot[slot] = sharing + 1;
    if (starts !== null) slots[count++] = slot;
  }
  if (starts !== null) starts[rank + 1] = count;
  const { firstSlot, nodeByName, nodes } = inventory;
  const at = nodeByName.get(node) ?? 0;
  if (gpusPerRank !== 'node' || gpu === null) return null;
  const ofNode = ranksOnSlot.subarray(firstSlot[at], (firstSlot[at] ?? 0) + (nodes[at]?.gpus.length ?? 0));
  const isAlone = ofNode.reduce((sum, ranks) => sum + ranks, 0) === own.length;
  return isAlone ? null : `rank ${rank} has a GPU of ${node}, all of which another rank has`;
}

/** Null if the node does not have one of them. */
function slotsOf(rank: PlanRank, { nodes, firstSlot }: Inventory, node: number): readonly number[] | null {
  const { gpus = [], cpuRanks = 0 } = nodes[node] ?? {};
  const { gpu, cpuSlot } = rank;
  const first = firstSlot[node] ?? 0;
  if (gpu === null) return cpuSlot !== null && cpuSlot < cpuRanks ? [first + gpus.length + cpuSlot] : null;
  const positions = gpusOfRank(rank).map((index) => positionOfIndex(gpus, index));
  if (cpuSlot !== null || positions.includes(undefined)) return null;
  return positions.map((position) => first + (position ?? 0));
}
