import type { LaunchPlan } from '../src/generated/plan.ts';
import { slotsOf } from './invariants.ts';
import { divideNaively } from './naive-parallel.ts';

/** A step as docs/review.md defines it. */
export interface NaiveCost {
  readonly stepTime: number;
  /** What a step does: samples, or copies of the model. */
  readonly batch: number;
  readonly idleShare: number;
}

/** The cost of a mapping, rank by rank and straight from the words; null where a figure is missing, or is no speed. */
export function costNaively(plan: LaunchPlan): NaiveCost | null {
  if (plan.mapping.by === 'memory') return null;
  const facts = listFacts(plan);
  const workOf = listWork(plan);
  const times = new Map<string, number>();
  for (const rank of plan.ranks) {
    const slots = slotsOf(rank);
    // The GPUs of one rank are ready together: each works as long as all of them for the whole.
    const speed = slots.reduce((sum, slot) => sum + (facts.get(slot)?.speed ?? Number.NaN), 0);
    for (const slot of slots)
      times.set(
        slot,
        (times.get(slot) ?? facts.get(slot)?.fixed ?? Number.NaN) + (workOf[rank.rank] ?? 0) / speed,
      );
  }
  const all = [...times.values()];
  if (all.some(Number.isNaN)) return null;
  const stepTime = Math.max(...all);
  const waited = all.reduce((sum, time) => sum + (stepTime - time), 0);
  return { stepTime, batch: batchOf(plan), idleShare: waited / (all.length * stepTime) };
}

function listFacts({
  nodes,
}: LaunchPlan): ReadonlyMap<string, { readonly speed: number; readonly fixed: number }> {
  const facts = new Map<string, { speed: number; fixed: number }>();
  for (const { name, gpus, cpuRanks, cpuSlot } of nodes) {
    for (const { index, score, pace, fixedSeconds } of gpus)
      facts.set(`${name}:${index}`, { speed: pace ?? score ?? Number.NaN, fixed: fixedSeconds ?? 0 });
    for (let slot = 0; slot < cpuRanks; slot++)
      facts.set(`${name}:cpu${slot}`, {
        speed: cpuSlot?.score ?? Number.NaN,
        fixed: cpuSlot?.fixedSeconds ?? 0,
      });
  }
  return facts;
}

const sizesOf = ({ launch: { parallel }, worldSize }: LaunchPlan) => {
  const groups = parallel === null ? null : divideNaively(parallel, worldSize);
  return groups?.dense ?? null;
};

/** Samples; else the copies of the model, which are as many as the ranks of a `dp` group; a rank is one where nobody says. */
function batchOf(plan: LaunchPlan): number {
  if (plan.workload !== null) return plan.workload.globalBatch;
  return sizesOf(plan)?.['dp']?.[0]?.length ?? plan.worldSize;
}

/** The work of each rank in a step. What a copy of the model does is one, or the cost of its layers. */
function listWork(plan: LaunchPlan): readonly number[] {
  const { ranks, worldSize, workload, stages } = plan;
  if (workload !== null) return ranks.map(({ share }) => share ?? Number.NaN);
  const groups = sizesOf(plan);
  if (groups === null) return ranks.map(() => 1);
  const copies = groups['dp']?.[0]?.length ?? 1;
  if (stages === null) return ranks.map(() => copies / worldSize);
  const costs = stages.layers.flatMap(({ count, cost }) => new Array<number>(count).fill(cost));
  return ranks.map(({ rank }) => {
    const stage = groups['pp']?.find((group) => group.includes(rank))?.indexOf(rank) ?? 0;
    const before = stages.counts.slice(0, stage).reduce((sum, count) => sum + count, 0);
    const own = costs.slice(before, before + (stages.counts[stage] ?? 0));
    const ends = [
      ...(stage === 0 ? [stages.embedding] : []),
      ...(stage === stages.counts.length - 1 ? [stages.head] : []),
    ];
    // As many ranks have this stage of this copy.
    const sharers = worldSize / (copies * stages.counts.length);
    return [...own, ...ends].reduce((sum, cost) => sum + cost, 0) / sharers;
  });
}
