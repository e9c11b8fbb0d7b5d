import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from '../../generated/plan.ts';
import {
  gpuAt,
  type Inventory,
  type InventoryGpu,
  type InventoryNode,
  nodeAt,
  positionOnNode,
  type SlotFacts,
} from '../inventory/inventory.ts';
import { withDataParallel } from '../mapping/divide-ranks.ts';
import { type RankMap, slotsOfRank } from '../mapping/map-ranks.ts';
import { fixedSecondsOf, metricOf } from '../mapping/metric.ts';
import { isMeasured } from '../mapping/normalize-scores.ts';
import { defaultBackend, defaultVisibility, type PlacementFacts } from '../mapping/placement-facts.ts';
import { findStrategy } from '../mapping/strategies.ts';
import { remember } from '../source/remember.ts';
import { pickSection } from '../syntax/bind-section.ts';
import type { Topology } from '../syntax/topology.ts';
import { PLAN_FORMAT, withVersion } from './plan-format.ts';

/** Builds the launch plan from the decisions. It is normalized and has all that emitters and the runtime need. */
export function lowerPlan(
  topology: Topology,
  inventory: Inventory,
  ranks: RankMap,
  facts: PlacementFacts,
  shares: Float64Array | null,
  layersOfStages: readonly number[] | null,
): LaunchPlan {
  const { launch, mapping, workload, stages } = topology;
  const master = nodeAt(inventory, ranks.slotOfRank[0] ?? 0);
  return withVersion({
    formatVersion: PLAN_FORMAT,
    name: topology.name,
    end: null,
    roles: null,
    worldSize: ranks.worldSize,
    backend: launch.backend ?? defaultBackend(facts),
    visibility:
      mapping.gpusPerRank === 1 && launch.visibility !== null
        ? launch.visibility
        : defaultVisibility(facts, mapping.gpusPerRank),
    master: { node: master.name, address: launch.masterAddress ?? master.address, port: launch.masterPort },
    mapping: pickSection('mapping', {
      ...mapping,
      tolerance: isMeasured(inventory, mapping.by) ? mapping.tolerance : null,
      order: mapping.order ?? findStrategy(mapping.strategy).orders[0] ?? null,
      exclude: mapping.exclude.map(({ text }) => text),
    }),
    workload: workload && pickSection('workload', workload),
    stages: stages && layersOfStages && pickSection('stages', { ...stages, counts: [...layersOfStages] }),
    launch: pickSection('launch', {
      ...launch,
      parallel: launch.parallel && withDataParallel(launch.parallel, ranks.worldSize),
    }),
    slurm: topology.slurm,
    levels: inventory.levels.length === 0 ? null : [...inventory.levels],
    nodes: lowerNodes(inventory, ranks, mapping.by, workload !== null),
    ranks: lowerRanks(inventory, ranks, shares),
  });
}

function lowerNodes(inventory: Inventory, ranks: RankMap, by: string, hasShares: boolean): PlanNode[] {
  const lowerGpus = remember((gpus: readonly InventoryGpu[]) =>
    gpus.map((gpu) => lowerGpu(gpu, by, hasShares)),
  );
  return inventory.nodes.map((node: InventoryNode, index): PlanNode => {
    const { name, address, bind, cpus, env, spare, cpuRanks, cpuSlot: slot } = node;
    const ofJob = bind === 'job' ? node.entryIndex : null;
    const position = ranks.nodeRank[index] ?? -1;
    const nodeRank = position < 0 ? null : position;
    const domain = node.domain.length === 0 ? null : [...node.domain];
    const gpus = lowerGpus(node.gpus);
    const hasSlot = hasShares && slot !== null;
    const cpuSlot = hasSlot ? { ...lowerWork(slot, by, true), memoryBytes: slot.memoryBytes } : null;
    return { name, address, bind, class: ofJob, nodeRank, cpus, env, domain, gpus, spare, cpuRanks, cpuSlot };
  });
}

/** The inputs of shares: the score, the fixed time of each step, and the largest number of samples. */
function lowerWork(facts: SlotFacts, by: string, hasShares: boolean) {
  const figure = metricOf(facts, by);
  return {
    score: Number.isNaN(figure) ? null : figure,
    fixedSeconds: hasShares ? fixedSecondsOf(facts, by) : null,
    maxSamples: hasShares ? facts.maxSamples : null,
  };
}

function lowerGpu(gpu: InventoryGpu, by: string, hasShares: boolean): PlanGpu {
  const { index, uuid, model, vendor, memoryBytes, gres, cpus, parent, pace, island } = gpu;
  const work = lowerWork(gpu, by, hasShares);
  return { index, uuid, model, vendor, memoryBytes, ...work, pace, gres, cpus, parent, island };
}

function lowerRanks(inventory: Inventory, ranks: RankMap, shares: Float64Array | null): PlanRank[] {
  return Array.from(ranks.slotOfRank, (slot, rank) => {
    const node = nodeAt(inventory, slot);
    const gpu = gpuAt(inventory, slot);
    return {
      rank,
      node: node.name,
      localRank: ranks.localRank[rank] ?? 0,
      gpu: gpu === null ? null : gpu.index,
      gpus: ranks.starts === null ? null : lowerTeam(inventory, ranks, rank),
      cpuSlot: gpu === null ? positionOnNode(inventory, slot) - node.gpus.length : null,
      share: shares === null ? null : (shares[rank] ?? 0),
      why: ranks.why(rank),
    };
  });
}

/** The GPUs of a rank that has several. */
function lowerTeam(inventory: Inventory, ranks: RankMap, rank: number): number[] | null {
  const slots = slotsOfRank(ranks, rank);
  return slots.length === 1 ? null : Array.from(slots, (slot) => gpuAt(inventory, slot)?.index ?? 0);
}
