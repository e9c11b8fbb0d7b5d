import { inventoryOfPlan, rankMapOfPlan } from '../compiler/plan/plan-inventory.ts';
import { divideOptimally, isTooExtreme } from '../compiler/sharing/divide-optimally.ts';
import { listEngines, type RankEngines } from '../compiler/sharing/list-engines.ts';
import type { LaunchPlan } from '../generated/plan.ts';

type Workload = NonNullable<LaunchPlan['workload']>;

/** How much throughput optimal shares would add: 0.4 for 40 %, and 0 where none can be made. */
export function gainOfOptimalShares(plan: LaunchPlan, workload: Workload, stepTime: number): number {
  const engines = enginesOfPlan(plan, workload);
  if (engines === null) return 0;
  const units = workload.globalBatch / workload.multipleOf;
  const taken = divideOptimally(units, workload.multipleOf, engines);
  const best = taken.reduce(
    (longest, own, engine) => Math.max(longest, timeOf(engines, engine, own, workload)),
    0,
  );
  return Math.max(0, stepTime / best - 1);
}

/** Null where figures or limits are such that nothing can be divided by them. */
export function enginesOfPlan(plan: LaunchPlan, workload: Workload): RankEngines | null {
  const inventory = inventoryOfPlan(plan);
  const map = rankMapOfPlan(plan, inventory);
  if (typeof map === 'string') return null;
  const engines = listEngines(map, inventory, plan.mapping.by, workload);
  const isUsable = engines.speed.every(
    (speed, engine) =>
      speed > 0 &&
      !isTooExtreme(engines, engine) &&
      (engines.most[engine] ?? Number.NaN) >= (engines.least[engine] ?? 1),
  );
  return isUsable ? engines : null;
}

/** How long an engine takes for so many units; for words, not for decisions. */
export const timeOf = (
  { speed, fixed }: RankEngines,
  engine: number,
  units: number,
  { multipleOf }: Workload,
): number => (fixed[engine] ?? 0) + (units * multipleOf) / (speed[engine] ?? Number.NaN);
