import { gpuAt, type Inventory } from '../inventory/inventory.ts';
import { type RankMap, slotsOfRank } from '../mapping/map-ranks.ts';
import { addFigures, paceOf } from '../mapping/metric.ts';
import type { Engines } from './divide-optimally.ts';

/** The engines of a plan in the order of their first ranks, and which of them each rank is on. */
export interface RankEngines extends Engines {
  readonly ofRank: Uint32Array;
}

/** Ranks that share a GPU are one engine: what one of them is spared, the others have. So are the GPUs of one rank. */
export function listEngines(ranks: RankMap, inventory: Inventory, by: string): RankEngines {
  const ofRank = new Uint32Array(ranks.worldSize);
  const engineOfSlot = new Map<number, number>();
  const figureAt = (slot: number) => {
    const gpu = gpuAt(inventory, slot);
    return gpu === null ? Number.NaN : paceOf(gpu, by);
  };
  const speeds: number[] = [];
  const least: number[] = [];
  ranks.slotOfRank.forEach((slot, rank) => {
    let engine = engineOfSlot.get(slot);
    if (engine === undefined) {
      engine = speeds.length;
      engineOfSlot.set(slot, engine);
      speeds.push(ranks.starts === null ? figureAt(slot) : addFigures(slotsOfRank(ranks, rank), figureAt));
      least.push(ranks.ranksOnSlot[slot] ?? 1);
    }
    ofRank[rank] = engine;
  });
  return {
    ofRank,
    speed: Float64Array.from(speeds),
    fixed: new Float64Array(speeds.length),
    least: Float64Array.from(least),
    most: new Float64Array(speeds.length).fill(Number.POSITIVE_INFINITY),
  };
}

/** What each rank has of its engine's units: alike, and what is over goes to the first. */
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
