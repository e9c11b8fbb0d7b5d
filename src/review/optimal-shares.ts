import { divideOptimally, isTooExtreme } from '../compiler/sharing/divide-optimally.ts';
import { listEngines, type RankEngines } from '../compiler/sharing/list-engines.ts';
import type { LaunchPlan } from '../generated/plan.ts';
import { mappedPlan } from './mapped-plan.ts';

type Workload = NonNullable<LaunchPlan['workload']>;

/** How much throughput optimal shares would add: 0.4 for 40 %, and 0 if none can be made. */
export function gainOfOptimalShares(plan: LaunchPlan, workload: Workload, stepTime: number): number {
  const engines = enginesOfPlan(plan, workload);
  if (engines === null) return 0;
  const units = workload.globalBatch / workload.multipleOf;
  const taken = divideOptimally(units, workload.multipleOf, engines);
  const timeOf = createTimes(engines, workload);
  const best = taken.reduce((longest, own, engine) => Math.max(longest, timeOf(engine, own)), 0);
  return Math.max(0, stepTime / best - 1);
}

/** Null if figures or limits are such that nothing can be divided by them. */
function enginesOfPlan(plan: LaunchPlan, workload: Workload): RankEngines | null {
  const { inventory, ranks } = mappedPlan(plan);
  const engines = listEngines(ranks, inventory, plan.mapping.by, workload);
  const isUsable = engines.speed.every(
    (speed, engine) =>
      speed > 0 &&
      !isTooExtreme(engines, engine) &&
      (engines.most[engine] ?? Number.NaN) >= (engines.least[engine] ?? 1),
  );
  return isUsable ? engines : null;
}

/** How long an engine takes for a number of units; only for messages, not for decisions. */
const createTimes =
  ({ speed, fixed }: RankEngines, { multipleOf }: Workload) =>
  (engine: number, units: number): number =>
    (fixed[engine] ?? 0) + (units * multipleOf) / (speed[engine] ?? Number.NaN);

/**
 * Why no division is faster, such that a reader can check it: whatever the slowest GPU gives away, another must take, and
 * would be ready no sooner. Null if the plan does not know enough.
 */
export function proveShares(plan: LaunchPlan, workload: Workload): string | null {
  const engines = enginesOfPlan(plan, workload);
  if (engines === null) return null;
  const units = new Float64Array(engines.speed.length);
  for (const [rank, engine] of engines.ofRank.entries())
    units[engine] = (units[engine] ?? 0) + (plan.ranks[rank]?.share ?? 0) / workload.multipleOf;
  const timeOf = createTimes(engines, workload);
  const times = units.map((own, engine) => timeOf(engine, own));
  const last = indexOfExtreme(times, (a, b) => a > b);
  const inSeconds = plan.nodes.some(({ gpus }) => gpus.some(({ fixedSeconds }) => fixedSeconds !== null));
  const unit = inSeconds ? ' s' : ''; // times without a unit compare all the same
  const word = (time: number): string => `${Number(time.toPrecision(6))}${unit}`;
  const nameOf = (engine: number): string => {
    const { node = '', gpu = null, cpuSlot = null } = plan.ranks[engines.firstRank[engine] ?? 0] ?? {};
    return `${node}:${gpu ?? `cpu${cpuSlot}`}`;
  };
  const slowest = `${nameOf(last)} is the last to be ready, after ${word(times[last] ?? 0)}`;
  if (units[last] === engines.least[last])
    return `${slowest}, with the least that a rank can have: no division is faster`;
  const next = units.map((own, engine) =>
    engine !== last && own < (engines.most[engine] ?? 0) ? timeOf(engine, own + 1) : Infinity,
  );
  const taker = indexOfExtreme(next, (a, b) => a < b);
  const soonest = next[taker] ?? Infinity;
  if (!Number.isFinite(soonest)) return `${slowest}, and no other can take more: no division is faster`;
  // A plan that was edited by hand may say "optimal" and not be so; what rounding makes is no difference.
  const isFaster = soonest < (times[last] ?? 0) * (1 - 1e-12);
  const more = workload.multipleOf === 1 ? 'a sample' : `${workload.multipleOf} samples`;
  return `${slowest}; ${more} more on another would be ready after ${word(soonest)} at the soonest, on ${nameOf(taker)}: ${isFaster ? 'another' : 'no'} division is faster`;
}

function indexOfExtreme(values: Float64Array, isBeyond: (a: number, b: number) => boolean): number {
  let found = 0;
  values.forEach((value, i) => {
    if (isBeyond(value, values[found] ?? Number.NaN)) found = i;
  });
  return found;
}
