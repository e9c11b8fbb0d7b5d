import type { LaunchPlan } from '../generated/plan.ts';
import { enginesOfPlan, timeOf } from './gain-of-shares.ts';

type Workload = NonNullable<LaunchPlan['workload']>;

/**
 * Why no division is faster, such that a reader can check it: whatever the slowest GPU gives away, another must take, and
 * would be ready no sooner. Null where the plan does not know enough.
 */
export function proveShares(plan: LaunchPlan, workload: Workload): string | null {
  const engines = enginesOfPlan(plan, workload);
  if (engines === null) return null;
  const units = new Float64Array(engines.speed.length);
  for (const [rank, engine] of engines.ofRank.entries())
    units[engine] = (units[engine] ?? 0) + (plan.ranks[rank]?.share ?? 0) / workload.multipleOf;
  const times = units.map((own, engine) => timeOf(engines, engine, own, workload));
  const last = indexOfExtreme(times, (a, b) => a > b);
  const inSeconds = plan.nodes.some(({ gpus }) => gpus.some(({ fixedSeconds }) => fixedSeconds !== null));
  const [longest, name] = [
    formatTime(times[last] ?? 0, inSeconds),
    nameOf(plan, engines.firstRank[last] ?? 0),
  ];
  const slowest = `${name} is the last to be ready, after ${longest}`;
  if (units[last] === engines.least[last])
    return `${slowest}, with the least that a rank can have: no division is faster`;
  const next = units.map((own, engine) =>
    engine !== last && own < (engines.most[engine] ?? 0)
      ? timeOf(engines, engine, own + 1, workload)
      : Infinity,
  );
  const taker = indexOfExtreme(next, (a, b) => a < b);
  const soonest = next[taker] ?? Infinity;
  if (!Number.isFinite(soonest)) return `${slowest}, and no other can take more: no division is faster`;
  // A plan that was edited by hand may say "optimal" and not be so; what rounding makes is no difference.
  const isFaster = soonest < (times[last] ?? 0) * (1 - 1e-12);
  const more = workload.multipleOf === 1 ? 'a sample' : `${workload.multipleOf} samples`;
  return `${slowest}; ${more} more on another would be ready after ${formatTime(soonest, inSeconds)} at the soonest, on ${nameOf(plan, engines.firstRank[taker] ?? 0)}: ${isFaster ? 'another' : 'no'} division is faster`;
}

function indexOfExtreme(values: Float64Array, isBeyond: (a: number, b: number) => boolean): number {
  let found = 0;
  values.forEach((value, i) => {
    if (isBeyond(value, values[found] ?? Number.NaN)) found = i;
  });
  return found;
}

/** Times without a unit compare all the same. */
const formatTime = (time: number, inSeconds: boolean): string =>
  `${Number(time.toPrecision(6))}${inSeconds ? ' s' : ''}`;

function nameOf({ ranks }: LaunchPlan, rank: number): string {
  const { node = '', gpu = null, cpuSlot = null } = ranks[rank] ?? {};
  return `${node}:${gpu ?? `cpu${cpuSlot}`}`;
}
