import type { LaunchPlan } from '../../generated/plan.ts';
import { createReporter } from '../diagnostics/reporter.ts';
import { findTwoParents } from '../inventory/domains.ts';
import { findSameUuids } from '../inventory/find-same-uuids.ts';
import { type Inventory, slotName } from '../inventory/inventory.ts';
import type { RankMap } from '../mapping/map-ranks.ts';
import { gatherFacts, type Mapped } from '../mapping/placement-facts.ts';
import { checkMapping } from '../rules/rules.ts';
import { findOverload, listEngines } from '../sharing/list-engines.ts';
import { createStages, describePipeline } from '../sharing/stage-layers.ts';
import { MAX_LAYERS } from '../syntax/bind-work.ts';
import { MAX_SLOTS } from '../values/budget.ts';
import { findWrongSettings } from './find-wrong-settings.ts';
import { placesAtStart } from './places-in-plan.ts';
import { inventoryOfPlan, rankMapOfPlan } from './plan-inventory.ts';

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
 * Whether a saved plan agrees with itself; the first contradiction where it does not. A plan that was edited by hand must not
 * start ranks that wait for each other for ever.
 */
export function mapPlan(plan: LaunchPlan): Mapped | string {
  const inventory = inventoryOfPlan(plan);
  const contradiction = findUnsoundFact(plan, inventory);
  if (contradiction !== null) return contradiction;
  const ranks = rankMapOfPlan(plan, inventory);
  if (typeof ranks === 'string') return ranks;
  const mapped = { inventory, ranks, facts: gatherFacts(inventory, ranks) };
  return (
    findBrokenRule(plan, mapped) ??
    findWrongSettings(plan) ??
    findExcessShare(plan, inventory, ranks) ??
    findUnsoundStage(plan, inventory, ranks) ??
    mapped
  );
}

function findUnsoundFact(plan: LaunchPlan, inventory: Inventory): string | null {
  if (inventory.nodeByName.size !== plan.nodes.length) return 'a node is named twice';
  if (plan.nodes.some((node) => node.bind !== plan.nodes[0]?.bind))
    return 'it mixes nodes bound by name and by the job';
  const misplaced = findMisplaced(plan, inventory);
  if (misplaced !== null) return misplaced;
  const repeated = findRepeatedGpu(plan);
  if (repeated !== undefined) return `a GPU index of ${repeated} is there twice`;
  const lost = findLostIsland(plan);
  if (lost !== undefined) return `${lost} has fewer islands than a GPU of it says`;
  const [same] = findSameUuids(plan.nodes);
  if (same !== undefined) {
    const { first, second } = same;
    return `the uuids ${first.gpu.uuid} of ${first.node} and ${second.gpu.uuid} of ${second.node} mean one GPU (RP2004)`;
  }
  if (plan.ranks.length === 0) return 'it has no ranks';
  if (plan.ranks.length !== plan.worldSize)
    return `worldSize is ${plan.worldSize}, but there are ${plan.ranks.length} ranks`;
  if (plan.master.node !== plan.ranks[0]?.node) return 'the master is not the node of rank 0';
  if (plan.master.address === null && plan.nodes[0]?.bind === 'name') return 'the master has no address';
  const { gpusPerRank, ranksPerGpu } = plan.mapping;
  if ((plan.visibility === 'own') !== (gpusPerRank !== 1))
    return `visibility is ${plan.visibility}, where gpusPerRank is ${gpusPerRank}`;
  if (gpusPerRank !== 1 && ranksPerGpu !== 1)
    return `ranksPerGpu is ${ranksPerGpu}, where gpusPerRank is ${gpusPerRank}`;
  return null;
}

function findExcessShare({ workload, mapping, ranks }: LaunchPlan, inventory: Inventory, map: RankMap) {
  if (workload === null) return null;
  const engines = listEngines(map, inventory, mapping.by, workload);
  const shares = Float64Array.from(ranks, ({ share }) => share ?? 0);
  const over = findOverload(shares, engines);
  if (over === null) return null;
  const slot = slotName(inventory, map.slotOfRank[engines.firstRank[over.engine] ?? 0] ?? 0);
  return `${slot} has ${over.samples} samples, and can take ${over.limit} (RP3044)`;
}

/** A node whose domains are not those of a tree; null if all are. */
function findMisplaced({ nodes, levels }: LaunchPlan, inventory: Inventory): string | null {
  const count = levels?.length ?? 0;
  if (new Set(levels).size !== count) return 'a level is named twice';
  const other = nodes.find(({ domain }) => (domain?.length ?? 0) !== count);
  if (other !== undefined) return `${other.name} has ${other.domain?.length ?? 0} domains at ${count} levels`;
  const [found] = findTwoParents(inventory.nodes, count);
  if (found === undefined) return null;
  const [node, first] = [nodes[found.node], nodes[found.first]];
  return `${levels?.[found.level]} ${node?.domain?.[found.level]} of ${node?.name} and of ${first?.name} is in two domains (RP3034)`;
}

const findRepeatedGpu = ({ nodes }: LaunchPlan): string | undefined =>
  nodes.find(({ gpus }) => new Set(gpus.map(({ index }) => index)).size !== gpus.length)?.name;

/** Islands are numbered: a node has at most as many as GPUs. */
const findLostIsland = ({ nodes }: LaunchPlan): string | undefined =>
  nodes.find(({ gpus }) => gpus.some(({ island }) => (island ?? 0) >= gpus.length))?.name;

/** A saved plan must not contain what a topology must not request. */
function findBrokenRule(plan: LaunchPlan, mapped: Mapped): string | null {
  const { mapping, workload, stages, slurm, backend, visibility, master } = plan;
  const { addressing, env, groupSize, groupWithin, parallel, software } = plan.launch;
  const report = createReporter();
  const decided = { backend, visibility, masterAddress: master.address };
  const launch = { ...decided, addressing, env, groupSize, groupWithin, parallel, software };
  const settings = { mapping, workload, stages, slurm, launch };
  checkMapping({ settings, ...mapped, places: placesAtStart({ name: 'plan', text: '' }), report });
  const broken = report.diagnostics().find(({ severity }) => severity === 'error');
  return broken === undefined ? null : `${broken.message} (${broken.code})`;
}

/** Stages that the pipeline of a saved plan does not have, or layers that are missing or do not fit; null if all fit. */
function findUnsoundStage(
  { stages, launch, worldSize, mapping }: LaunchPlan,
  inventory: Inventory,
  ranks: RankMap,
): string | null {
  if (stages === null) return null;
  const stageOf = createStages(launch.parallel, worldSize);
  if (stageOf === null) return 'it has stages and no pipeline (RP3050)';
  const { counts } = stages;
  if (counts.length !== stageOf.count)
    return `it has layers for ${counts.length} stages, where pp is ${stageOf.count}`;
  const layers = sum(stages.layers.map(({ count }) => count));
  if (layers > MAX_LAYERS) return `it has ${layers} layers (RP3050)`;
  if (sum(counts) !== layers) return `its stages have ${sum(counts)} layers together, not ${layers}`;
  const { most } = describePipeline(stages, stageOf, ranks, inventory, mapping.by);
  const full = counts.findIndex((count, stage) => count > (most[stage] ?? 0));
  return full < 0
    ? null
    : `stage ${full} has ${counts[full]} layers, more than the ${most[full]} that fit (RP3052)`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
