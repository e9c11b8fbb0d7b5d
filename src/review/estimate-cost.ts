import { plannedPace } from '../compiler/mapping/metric.ts';
import { divideOptimally, isTooExtreme } from '../compiler/sharing/divide-optimally.ts';
import { listEngines } from '../compiler/sharing/list-engines.ts';
import type { LaunchPlan } from '../generated/plan.ts';
import type { SlowestGpu } from './figures.ts';
import { type BusyGpu, findLeast, listBusyGpus, ranksOfCopy } from './list-busy-gpus.ts';
import { mappedPlan } from './mapped-plan.ts';

/** What a mapping costs, by the model of docs/review.md: a GPU needs its work over its score, and all wait for the last. */
export interface MappingCost {
  /** The metric of all figures. */
  readonly by: string;
  /** The lowest figure, the first GPU that has it, and how many have it. */
  readonly slowest: SlowestGpu;
  /** The longest time of a GPU: fixed cost, and work over score. In no unit, and only comparable between plans, unless `inSeconds`. */
  readonly stepTime: number;
  /** Whether the figures are samples per second: a GPU has a fixed cost in seconds beside them. */
  readonly inSeconds: boolean;
  /** The first GPU that takes so long, and its samples. */
  readonly last: { readonly gpu: string; readonly samples: number };
  /** The share of GPU time that is spent waiting, 0 to 1. */
  readonly idleShare: number;
  /** How much throughput would grow, 0.4 for 40 %, with the shares that are named; proportional ones promise it at most. */
  readonly gain: { readonly shares: 'proportional' | 'optimal'; readonly throughput: number };
}

/** Null if the plan does not know enough: a slot with ranks has no figure, or memory ranks, which is no speed. */
export function estimateCost(plan: LaunchPlan): MappingCost | null {
  if (plan.roles !== null) return null; // each role has steps of its own
  const { gpus, complete } = listBusyGpus(plan);
  const { by } = plan.mapping;
  const slowest = findLeast(gpus, plannedPace);
  if (!complete || by === 'memory' || slowest === null) return null;
  let [busy, stepTime, work, speed] = [0, 0, 0, 0];
  let last: BusyGpu | null = null;
  for (const gpu of gpus) {
    const pace = plannedPace(gpu.facts) ?? Number.NaN;
    const time = (gpu.facts.fixedSeconds ?? 0) + gpu.work / pace;
    busy += time;
    work += gpu.work;
    speed += pace;
    if (time > stepTime) [last, stepTime] = [gpu, time];
  }
  if (last === null || !Number.isFinite(busy) || !Number.isFinite(speed)) return null;
  // The measured figure and the one as which the GPU counts; without a measurement they are the same.
  const { score, pace } = slowest.gpu.facts;
  const figures = { score: score ?? slowest.figure, ...(pace === null ? {} : { pace }) };
  return {
    by,
    slowest: { gpu: slowest.gpu.name, ...figures, gpus: slowest.gpus },
    stepTime,
    inSeconds: gpus.some(({ facts }) => facts.fixedSeconds !== null),
    last: { gpu: last.name, samples: last.work },
    // Rounding must not make a share of time negative.
    idleShare: Math.max(0, 1 - busy / (gpus.length * stepTime)),
    gain: findGain(plan, gpus, stepTime, Math.max(0, (stepTime * speed) / work - 1)),
  };
}

export const countsAs = ({ score, pace }: SlowestGpu): number => pace ?? score;

/** `most` is what no shares can surpass: a step in which no GPU waits, and none has a fixed cost or a limit. */
function findGain(
  plan: LaunchPlan,
  gpus: readonly BusyGpu[],
  stepTime: number,
  most: number,
): MappingCost['gain'] {
  const { workload, stages, launch } = plan;
  const isDivided = launch.parallel !== null && ranksOfCopy(launch.parallel) > 1; // what `workload` cannot be (RP3054)
  if (stages !== null || isDivided) return { shares: 'optimal', throughput: 0 };
  const isPlain = gpus.every(({ facts }) => facts.fixedSeconds === null && facts.maxSamples === null);
  if (workload === null || (workload.shares === 'equal' && isPlain && workload.sampleBytes === null))
    return { shares: 'proportional', throughput: most };
  const isKnown = workload.shares === 'optimal' || most < WORTH_SAYING;
  return { shares: 'optimal', throughput: isKnown ? 0 : gainOfOptimalShares(plan, workload, stepTime) };
}

/** How much throughput optimal shares would add; 0 if figures or limits are such that nothing can be divided by them. */
function gainOfOptimalShares(
  plan: LaunchPlan,
  workload: NonNullable<LaunchPlan['workload']>,
  stepTime: number,
): number {
  const { inventory, ranks } = mappedPlan(plan);
  const engines = listEngines(ranks, inventory, plan.mapping.by, workload);
  const { speed, fixed, most, least } = engines;
  const isUsable = speed.every(
    (own, engine) =>
      own > 0 && !isTooExtreme(engines, engine) && (most[engine] ?? Number.NaN) >= (least[engine] ?? 1),
  );
  if (!isUsable) return 0;
  const { globalBatch, multipleOf } = workload;
  const taken = divideOptimally(globalBatch / multipleOf, multipleOf, engines);
  // Only for messages, not for decisions.
  const timeOf = (engine: number, units: number): number =>
    (fixed[engine] ?? 0) + (units * multipleOf) / (speed[engine] ?? Number.NaN);
  const best = taken.reduce((longest, units, engine) => Math.max(longest, timeOf(engine, units)), 0);
  return Math.max(0, stepTime / best - 1);
}

/** Less than this is no reason to change anything. */
const WORTH_SAYING = 0.05;

/**
 * The cost in one line, such as `slowest GPU lab1:2 (61), 39.6 % of GPU time idle`, or, in seconds, `step time 0.512 s
 * (lab1:2 with 60 samples), …`; null if it is small, or not known.
 */
export function describeCost(plan: LaunchPlan): string | null {
  const cost = estimateCost(plan);
  if (cost === null || (cost.idleShare < WORTH_SAYING && !cost.inSeconds)) return null;
  const { slowest, idleShare, inSeconds, last, stepTime } = cost;
  const subject = inSeconds
    ? `step time ${formatSeconds(stepTime)} (${last.gpu} with ${Number(last.samples.toPrecision(6))} samples)`
    : `slowest GPU ${slowest.gpu} (${countsAs(slowest)}${nameOthers(slowest.gpus)})`;
  return `${subject}, ${formatPercent(idleShare)} of GPU time idle${sayGain(cost)}`;
}

function sayGain({ gain: { shares, throughput } }: MappingCost): string {
  if (throughput < WORTH_SAYING) return '';
  return `; ${shares} shares would gain ${shares === 'optimal' ? '' : 'up to '}${formatPercent(throughput)}`;
}

export const formatPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export const formatSeconds = (seconds: number): string => `${Number(seconds.toPrecision(4))} s`;

/** `, as 3 others`: how many more GPUs have the figure of the one that is named. */
const nameOthers = (gpus: number): string =>
  gpus === 1 ? '' : `, as ${gpus - 1} other${gpus === 2 ? '' : 's'}`;
