import { factsAt, gpuAt, type Inventory, type SlotFacts } from '../inventory/inventory.ts';
import { type RankMap, slotsOfRank } from '../mapping/map-ranks.ts';
import { addFigures, fixedSecondsOf, metricOf, paceOf } from '../mapping/metric.ts';
import type { Workload } from '../syntax/topology.ts';
import type { Engines } from './divide-optimally.ts';

/** The engines of a plan in the order of their first ranks, and which of them each rank is on. */
export interface RankEngines extends Engines {
  readonly ofRank: Uint32Array;
  /** The first rank of each. */
  readonly firstRank: Uint32Array;
  /** The most samples that each can take: Infinity if nothing limits it, NaN if that is not known. */
  readonly limit: Float64Array;
}

/**
 * Ranks that share a GPU are one engine: what one of them is spared, the others have. So are the GPUs of one rank: they
 * are as fast as all of them together, take what each of them takes, and need the fixed cost of the slowest to begin.
 */
export function listEngines(
  ranks: RankMap,
  inventory: Inventory,
  by: string,
  workload: Pick<Workload, 'multipleOf' | 'sampleBytes' | 'reserveBytes'>,
): RankEngines {
  const { ofRank, firstRank } = groupRanks(ranks);
  const column = () => new Float64Array(firstRank.length);
  const engines = { speed: column(), fixed: column(), least: column(), most: column(), limit: column() };
  const speedAt = createSpeeds(ranks, inventory, by);
  firstRank.forEach((rank, engine) => {
    const head = ranks.slotOfRank[rank] ?? 0;
    const sharing = ranks.ranksOnSlot[head] ?? 1;
    let [fixed, limit] = [0, 0];
    const slots = ranks.starts === null ? [head] : slotsOfRank(ranks, rank);
    for (const slot of slots) {
      const facts = factsAt(inventory, slot);
      fixed = Math.max(fixed, (facts && fixedSecondsOf(facts, by)) ?? 0);
      limit += limitOf(facts, sharing, workload);
    }
    engines.speed[engine] = slots.length === 1 ? speedAt(head) : addFigures(slots, speedAt);
    engines.fixed[engine] = fixed;
    engines.least[engine] = sharing;
    engines.limit[engine] = limit;
    engines.most[engine] = Math.floor(limit / workload.multipleOf);
  });
  return { ...engines, ofRank, firstRank };
}

/** CPU slots without figures are equal where all ranks are on CPU slots: there nothing is measured. */
export const areBareCpus = ({ slots }: RankMap, inventory: Inventory, by: string): boolean =>
  slots.every((slot) => {
    if (gpuAt(inventory, slot) !== null) return false;
    const facts = factsAt(inventory, slot);
    return facts === null || Number.isNaN(metricOf(facts, by));
  });

/** GPUs of one model without figures are equal. */
export function areUnmeasuredAlike({ slots }: RankMap, inventory: Inventory, by: string): boolean {
  const first = gpuAt(inventory, slots[0] ?? 0);
  if (first === null || first.model === null) return false;
  return slots.every((slot) => {
    const gpu = gpuAt(inventory, slot);
    return gpu !== null && ALIKE.every((key) => gpu[key] === first[key]) && Number.isNaN(metricOf(gpu, by));
  });
}

const ALIKE = ['model', 'vendor', 'parent', 'memoryBytes'] as const;

function createSpeeds(ranks: RankMap, inventory: Inventory, by: string): (slot: number) => number {
  if (areBareCpus(ranks, inventory, by) || areUnmeasuredAlike(ranks, inventory, by)) return () => 1;
  return (slot) => {
    const facts = factsAt(inventory, slot);
    return facts === null ? Number.NaN : paceOf(facts, by);
  };
}

function groupRanks({ slotOfRank, ranksOnSlot }: RankMap): Pick<RankEngines, 'ofRank' | 'firstRank'> {
  const ofRank = new Uint32Array(slotOfRank.length);
  const firstRank = new Uint32Array(slotOfRank.length);
  const engineOfSlot = new Uint32Array(ranksOnSlot.length); // one more than its number
  let count = 0;
  slotOfRank.forEach((slot, rank) => {
    if (engineOfSlot[slot] === 0) {
      firstRank[count] = rank;
      engineOfSlot[slot] = ++count;
    }
    ofRank[rank] = (engineOfSlot[slot] ?? 0) - 1;
  });
  return { ofRank, firstRank: firstRank.subarray(0, count) };
}

/** The share of each rank in its engine's units: equal parts, and the rest goes to the first ranks. */
export function splitAmongRanks(taken: Float64Array, { ofRank, least }: RankEngines): Float64Array {
  const before = new Float64Array(taken.length); // ranks of the engine that have had theirs
  const shares = new Float64Array(ofRank.length);
  ofRank.forEach((engine, rank) => {
    const [units, ranks, nth] = [taken[engine] ?? 0, least[engine] ?? 1, before[engine] ?? 0];
    shares[rank] = Math.floor(units / ranks) + (nth < units % ranks ? 1 : 0);
    before[engine] = nth + 1;
  });
  return shares;
}

/** The first engine whose ranks have more samples than it can take. */
export function findOverload(shares: Float64Array, { ofRank, limit }: RankEngines) {
  const samples = new Float64Array(limit.length);
  ofRank.forEach((engine, rank) => {
    samples[engine] = (samples[engine] ?? 0) + (shares[rank] ?? 0);
  });
  const engine = samples.findIndex((sum, i) => sum > (limit[i] ?? Number.POSITIVE_INFINITY));
  return engine < 0 ? null : { engine, samples: samples[engine] ?? 0, limit: limit[engine] ?? 0 };
}

/**
 * The most samples of one step that a GPU can take with `ranks` ranks on it, each of which needs the reserve. Infinity
 * where nothing limits it; NaN if its memory would, and is not known.
 */
function limitOf(
  facts: SlotFacts | null,
  ranks: number,
  { sampleBytes, reserveBytes }: Pick<Workload, 'sampleBytes' | 'reserveBytes'>,
): number {
  const written = facts?.maxSamples ?? Number.POSITIVE_INFINITY;
  if (sampleBytes === null) return written;
  const memory = facts?.memoryBytes ?? Number.NaN;
  const fitting = Math.max(0, Math.floor((memory - ranks * (reserveBytes ?? 0)) / sampleBytes));
  return Math.min(written, fitting);
}
