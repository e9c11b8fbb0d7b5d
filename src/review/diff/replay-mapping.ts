import { createReporter } from '../../compiler/diagnostics/reporter.ts';
import { buildInventory, type InventoryGpu, type InventoryNode } from '../../compiler/inventory/inventory.ts';
import { placesAtStart } from '../../compiler/inventory/places.ts';
import { mapRanks } from '../../compiler/mapping/map-ranks.ts';
import { withMetric } from '../../compiler/mapping/metric.ts';
import { STRATEGIES } from '../../compiler/mapping/strategies.ts';
import type { MappingFacts } from './mapping-facts.ts';
import type { SlotUniverse } from './slot-universe.ts';

/**
 * Maps ranks again from facts alone, by the compiler's own strategies: the slot of each rank. Null where the facts
 * allow no mapping (a slot that is listed is gone, a score is missing, there are too few slots).
 */
export function replayMapping(universe: SlotUniverse, facts: MappingFacts): Int32Array | null {
  if (facts.rule.listed !== null) return replayList(universe, facts, facts.rule.listed);
  if (!STRATEGIES.some(({ name }) => name === facts.rule.strategy)) return null;
  const { nodes, slots } = gatherNodes(universe, facts);
  const inventory = buildInventory(nodes, facts.levels);
  const candidates = listCandidates(slots, facts.excluded);
  const { strategy, by, order } = facts.rule;
  const mapping = {
    strategy,
    by,
    tolerance: 0,
    order,
    ranks: null,
    worldSize: facts.worldSize,
    exclude: [],
    ranksPerGpu: facts.ranksPerGpu,
    gpusPerRank: facts.gpusPerRank,
  };
  const report = createReporter();
  const ranks = mapRanks({
    mapping,
    groupSize: facts.groupSize,
    inventory,
    candidates,
    places: NOWHERE,
    report,
  });
  if (ranks === null) return null;
  const slotOfRank = new Int32Array(ranks.worldSize);
  for (let rank = 0; rank < ranks.worldSize; rank++)
    slotOfRank[rank] = slots[ranks.slotOfRank[rank] ?? 0] ?? -1;
  return slotOfRank;
}

/** Findings of a mapping from facts are counted, and never shown. */
const NOWHERE = placesAtStart({ name: 'plan', text: '' });

/** Positions in `slots` of those that may carry ranks. */
function listCandidates(slots: Uint32Array, excluded: Uint8Array): Uint32Array {
  const candidates = new Uint32Array(slots.length);
  let count = 0;
  for (let position = 0; position < slots.length; position++)
    if (excluded[slots[position] ?? 0] === 0) candidates[count++] = position;
  return candidates.subarray(0, count);
}

/** The nodes that have slots, in inventory order, and the universe's slot for each of theirs. */
function gatherNodes(
  universe: SlotUniverse,
  { sequence, present, scores, rule, domains }: MappingFacts,
): { readonly nodes: readonly InventoryNode[]; readonly slots: Uint32Array } {
  const slots = listPresent(sequence, present);
  const nodes: InventoryNode[] = [];
  const gpuOf = shareGpus(rule.by);
  for (let start = 0; start < slots.length; ) {
    const index = universe.nodeOfSlot[slots[start] ?? 0] ?? 0;
    const node = universe.nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    const gpus: InventoryGpu[] = [];
    let end = start;
    for (; end < slots.length && universe.nodeOfSlot[slots[end] ?? 0] === index; end++) {
      const slot = slots[end] ?? 0;
      if (slot - node.firstSlot < node.gpus.length) gpus.push(gpuOf(scores[slot] ?? Number.NaN));
    }
    nodes.push({
      ...BARE_NODE,
      name: node.name,
      domain: domains[index] ?? [],
      gpus,
      cpuRanks: end - start - gpus.length,
    });
    start = end;
  }
  return { nodes, slots };
}

const BARE_NODE: InventoryNode = {
  name: '',
  address: null,
  bind: 'name',
  entryIndex: 0,
  cpus: null,
  env: {},
  domain: [],
  gpus: [],
  cpuRanks: 0,
  cpuSlot: null,
};

const BARE_GPU: InventoryGpu = {
  index: 0,
  uuid: null,
  model: null,
  vendor: 'nvidia',
  memoryBytes: null,
  gres: null,
  cpus: null,
  parent: null,
  island: null,
  pace: null,
  metrics: new Map(),
  maxSamples: null,
};

function listPresent(sequence: Uint32Array, present: Uint8Array): Uint32Array {
  const slots = new Uint32Array(sequence.length);
  let count = 0;
  for (const slot of sequence) if (present[slot] === 1) slots[count++] = slot;
  return slots.subarray(0, count);
}

/** GPUs of one score are one object: strategies read nothing else, and a hundred thousand objects take time. */
function shareGpus(by: string): (score: number) => InventoryGpu {
  const known = new Map<number, InventoryGpu>();
  let last = Number.NaN;
  let lastGpu: InventoryGpu | undefined;
  return (score) => {
    if (score === last && lastGpu !== undefined) return lastGpu;
    let gpu = known.get(score);
    if (gpu === undefined) {
      gpu = Number.isNaN(score) ? BARE_GPU : withMetric(BARE_GPU, by, score);
      known.set(score, gpu);
    }
    last = score;
    lastGpu = gpu;
    return gpu;
  };
}

function replayList(universe: SlotUniverse, facts: MappingFacts, listed: Uint32Array): Int32Array | null {
  const ranks: number[] = [];
  for (const slot of listed) {
    if (facts.present[slot] !== 1 || facts.excluded[slot] === 1) return null;
    const node = universe.nodes[universe.nodeOfSlot[slot] ?? -1];
    const isGpu = node !== undefined && slot - node.firstSlot < node.gpus.length;
    for (let i = 0; i < (isGpu ? facts.ranksPerGpu : 1); i++) ranks.push(slot);
  }
  return Int32Array.from(ranks);
}
