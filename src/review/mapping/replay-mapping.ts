import { createReporter } from '../../compiler/diagnostics/reporter.ts';
import { buildInventory, type InventoryGpu, type InventoryNode } from '../../compiler/inventory/inventory.ts';
import { mapRanks, slotsOfRank } from '../../compiler/mapping/map-ranks.ts';
import { withMetric } from '../../compiler/mapping/metric.ts';
import { STRATEGIES } from '../../compiler/mapping/strategies.ts';
import { placesAtStart } from '../../compiler/plan/places-in-plan.ts';
import { remember } from '../../compiler/source/remember.ts';
import { groupNeighbours } from '../../compiler/values/lists.ts';
import type { MappingFacts } from './mapping-facts.ts';
import { type SlotUniverse, siteAt, type UniverseNode } from './slot-universe.ts';

/**
 * Maps ranks again from facts alone, by the compiler's own strategies: the place of each rank. Null if the facts
 * allow no mapping (a slot that is listed is gone, a score is missing, there are too few slots).
 */
export function replayMapping(universe: SlotUniverse, facts: MappingFacts): Int32Array | null {
  if (facts.rule.listed !== null) return replayList(universe, facts, facts.rule.listed);
  if (!STRATEGIES.some(({ name }) => name === facts.rule.strategy)) return null;
  const { nodes, slots } = gatherNodes(universe, facts);
  const inventory = buildInventory(nodes, facts.levels);
  const candidates = Uint32Array.from(slots.keys()).filter((at) => facts.excluded[slots[at] ?? 0] === 0);
  const { strategy, by, order } = facts.rule;
  const { worldSize, ranksPerGpu, gpusPerRank, groupSize } = facts;
  const rule = { strategy, by, order, tolerance: 0, ranks: null, exclude: [] };
  const mapping = { ...rule, worldSize, ranksPerGpu, gpusPerRank };
  const report = createReporter();
  const ranks = mapRanks({ mapping, groupSize, inventory, candidates, places: NOWHERE, report });
  if (ranks === null) return null;
  const slotAt = (position: number) => slots[position] ?? -1;
  if (ranks.starts === null) return Int32Array.from(ranks.slotOfRank, slotAt);
  return Int32Array.from(ranks.slotOfRank, (_, rank) =>
    universe.teams.of(Array.from(slotsOfRank(ranks, rank), slotAt)),
  );
}

/** Findings of a mapping from facts are counted, and never shown. */
const NOWHERE = placesAtStart({ name: 'plan', text: '' });

/** The nodes that have slots, in inventory order, and the universe's slot for each of theirs. */
function gatherNodes(universe: SlotUniverse, facts: MappingFacts) {
  const { sequence, present, scores, islands, rule, domains } = facts;
  const slots = sequence.filter((slot) => present[slot] === 1);
  const gpuOf = shareGpus(rule.by);
  const groups = groupNeighbours([...slots], (slot) => universe.nodeOfSlot[slot] ?? -1);
  const nodes = groups.map(({ key, members }): InventoryNode => {
    const { name, firstSlot, gpus: known } = universe.nodes[key] as UniverseNode;
    const gpus = members
      .filter((slot) => slot - firstSlot < known.length)
      .map((slot) => gpuOf(islands[slot] ?? -1)(scores[slot] ?? Number.NaN));
    return { ...BARE_NODE, name, domain: domains[key] ?? [], gpus, cpuRanks: members.length - gpus.length };
  });
  return { nodes, slots };
}

/* What strategies do not read. */
const UNREAD = { entryIndex: 0, address: null, bind: 'name', env: {}, spare: false, cpus: null } as const;
const BARE_NODE = { ...UNREAD, cpuSlot: null };
const BARE_CARD = { index: 0, uuid: null, model: null, vendor: 'nvidia', parent: null } as const;
const NO_FIGURES = { memoryBytes: null, pace: null, maxSamples: null, metrics: new Map() };
const BARE_GPU = { ...BARE_CARD, ...NO_FIGURES, gres: null, cpus: null };

/** GPUs of one island and score are one object: strategies read little else, and a hundred thousand objects take time. */
const shareGpus = (by: string) =>
  remember((island: number) =>
    remember((score: number): InventoryGpu => {
      const gpu = { ...BARE_GPU, island: island < 0 ? null : island };
      return Number.isNaN(score) ? gpu : withMetric(gpu, by, score);
    }),
  );

/** Null if a slot of the list carries no rank. */
function replayList(universe: SlotUniverse, facts: MappingFacts, listed: Int32Array): Int32Array | null {
  const { ranksPerGpu, present, excluded } = facts;
  const slots = [...listed].flatMap(universe.teams.slotsAt);
  if (slots.some((slot) => present[slot] !== 1 || excluded[slot] === 1)) return null;
  const isGpu = (place: number) => siteAt(universe, universe.teams.slotsAt(place)[0] ?? -1).gpu !== null;
  const ranksAt = (place: number) => new Array<number>(isGpu(place) ? ranksPerGpu : 1).fill(place);
  return Int32Array.from([...listed].flatMap(ranksAt));
}
