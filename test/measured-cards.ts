import { createReporter } from '../src/compiler/diagnostics/reporter.ts';
import {
  buildInventory,
  gpuAt,
  type Inventory,
  type InventoryGpu,
} from '../src/compiler/inventory/inventory.ts';
import { mapRanks } from '../src/compiler/mapping/map-ranks.ts';
import { normalizeScores } from '../src/compiler/mapping/normalize-scores.ts';
import { placesAtStart } from '../src/compiler/plan/places-in-plan.ts';
import { shareWork } from '../src/compiler/sharing/share-work.ts';
import type { Metric } from '../src/compiler/syntax/topology.ts';
import type { NaiveCard } from './naive-paces.ts';

export const TOLERANCE = 0.05;

function gpuOf({ model, method, figure, usual }: NaiveCard, index: number): InventoryGpu {
  const metric: Metric = { value: figure, usual, method };
  const facts = { uuid: null, vendor: 'nvidia' as const, memoryBytes: null, gres: null, cpus: null };
  return {
    index,
    model,
    ...facts,
    parent: null,
    pace: null,
    maxSamples: null,
    island: null,
    metrics: new Map([['bf16', metric]]),
  };
}

/** Nodes of eight cards, settled as the compiler does it. */
export function settle(
  cards: readonly NaiveCard[],
  tolerance: number,
  written: Readonly<Record<string, number>> = {},
): Inventory {
  const nodes = Array.from({ length: Math.ceil(cards.length / 8) }, (_, i) => ({
    name: `n${i}`,
    address: null,
    bind: 'name' as const,
    entryIndex: i,
    cpus: null,
    env: {},
    domain: [],
    gpus: cards.slice(8 * i, 8 * i + 8).map(gpuOf),
    spare: false,
    cpuRanks: 0,
    cpuSlot: null,
  }));
  const models = new Map(
    Object.entries(written).map(([model, value]) => [
      model,
      { metrics: new Map([['bf16', { value, method: null }]]) },
    ]),
  );
  return normalizeScores(buildInventory(nodes, []), models, { by: 'bf16', tolerance });
}

export const pacesOf = (inventory: Inventory, slots: number): readonly (number | null)[] =>
  Array.from({ length: slots }, (_, slot) => gpuAt(inventory, slot)?.pace ?? null);

/** The slot and the share of each rank under `performance-ranked`. */
export function plan(inventory: Inventory, globalBatch: number) {
  const report = createReporter();
  const mapping = {
    strategy: 'performance-ranked' as const,
    by: 'bf16',
    tolerance: TOLERANCE,
    order: null,
    ranks: null,
    worldSize: null,
    exclude: [],
    ranksPerGpu: 1,
    gpusPerRank: 1 as const,
  };
  const candidates = Uint32Array.from(inventory.nodeOfSlot.keys());
  const places = placesAtStart({ name: 'x', text: '' });
  const ranks = mapRanks({ mapping, groupSize: null, inventory, candidates, places, report });
  if (ranks === null) throw new Error('the cards can be ranked');
  const workload = {
    source: { globalBatch },
    globalBatch,
    multipleOf: 1,
    shares: 'proportional' as const,
    sampleBytes: null,
    reserveBytes: null,
  };
  const shares = shareWork(workload, ranks, { mapping, inventory, places, report });
  return { slots: [...ranks.slotOfRank], shares: [...(shares ?? [])] };
}

/** Normal deviates of a fixed seed (Box and Muller; mulberry32). */
export function createNoise(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 4294967296;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

export const card = (model: string, figure: number, usual?: number): NaiveCard => ({
  model,
  method: 'gemm/1',
  figure,
  usual,
});
