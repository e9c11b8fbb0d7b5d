/** Which layers there are, and what works on them. Arrays by layer, or by stage. */
export interface Pipeline {
  /** What each layer costs, in layers. */
  readonly costs: Float64Array;
  /** What each stage does besides: the first one the embedding, the last one the head. */
  readonly extra: Float64Array;
  readonly speed: Float64Array;
  /** How many layers a stage's memory holds, 1 or more; Infinity if nothing is known. */
  readonly most: Float64Array;
}

/** Costs count to the sixth digit: sums of millionths are exact. */
export const COST_SCALE = 1e6;

/**
 * How many layers each stage takes: all in order, one or more each, no more than fit. The slowest stage is as fast as can be;
 * of the divisions with that pace, the one with the least sum of squared times, so that no stage is slower than need be; of
 * equal ones, that whose early stages have less, since they keep the activations of more micro-batches. By dynamic
 * programming in stages × layers². There must be as many layers as stages, and room for all of them.
 */
export function divideLayers(pipeline: Pipeline): readonly number[] {
  const time = timeOf(pipeline);
  const fastest = solve(pipeline, { cost: time, combine: Math.max });
  const pace = fastest.value[0]?.[0] ?? 0;
  const squared: StageTime = (stage, from, until) => time(stage, from, until) ** 2;
  const { next } = solve(pipeline, {
    cost: squared,
    combine: (a, b) => a + b,
    limit: pace ** 2,
    same: 1e-12,
  });
  const counts: number[] = [];
  for (let stage = 0, from = 0; stage < pipeline.speed.length; stage++) {
    const until = next[stage]?.[from] ?? from;
    counts.push(until - from);
    from = until;
  }
  return counts;
}

/**
 * The time of a stage with the layers `from` to `until`, in millionths of a layer over speed: one rounding of exact numbers, so
 * equal times are equal.
 */
export function timeOf({ costs, extra, speed }: Pipeline): StageTime {
  const before = new Float64Array(costs.length + 1);
  costs.forEach((cost, layer) => {
    before[layer + 1] = (before[layer] ?? 0) + Math.round(cost * COST_SCALE);
  });
  const besides = extra.map((cost) => Math.round(cost * COST_SCALE));
  return (stage, from, until) =>
    ((before[until] ?? 0) - (before[from] ?? 0) + (besides[stage] ?? 0)) / (speed[stage] ?? 1);
}

export type StageTime = (stage: number, from: number, until: number) => number;

interface Goal {
  readonly cost: StageTime;
  /** Combines the cost of a stage with that of all later stages. */
  readonly combine: (own: number, behind: number) => number;
  /** The most that a stage may cost. */
  readonly limit?: number;
  /** The relative difference up to which costs count as equal: sums of squares are rounded. */
  readonly same?: number;
}

/** By stage and first layer: the least cost of this stage and all later ones, and where this one ends for it. */
function solve({ costs, speed, most }: Pipeline, goal: Goal) {
  const { cost, combine, limit = Number.POSITIVE_INFINITY, same = 0 } = goal;
  const [layers, stages] = [costs.length, speed.length];
  const value = Array.from({ length: stages }, () =>
    new Float64Array(layers + 1).fill(Number.POSITIVE_INFINITY),
  );
  const next = value.map(() => new Int32Array(layers + 1));
  for (let stage = stages - 1; stage >= 0; stage--) {
    const behind = value[stage + 1];
    const [values, ends] = [value[stage] ?? new Float64Array(), next[stage] ?? new Int32Array()];
    const left = stages - stage - 1;
    for (let from = stage; from < layers - left; from++) {
      const last = Math.min(layers - left, from + (most[stage] ?? 0));
      for (let until = left === 0 ? layers : from + 1; until <= last; until++) {
        const own = cost(stage, from, until);
        if (own > limit) break;
        const total = combine(own, behind?.[until] ?? 0);
        if (!(total < (values[from] ?? 0) * (1 - same))) continue;
        values[from] = total;
        ends[from] = until;
      }
    }
  }
  return { value, next };
}
