import type { Pipeline } from '../src/compiler/sharing/divide-layers.ts';

/** Every way to give each stage one layer or more, in order, no more than fit. */
export function listDivisions(layers: number, most: readonly number[]): number[][] {
  const [first = 0, ...others] = most;
  if (others.length === 0) return layers >= 1 && layers <= first ? [[layers]] : [];
  const divisions: number[][] = [];
  for (let count = 1; count <= Math.min(first, layers); count++)
    for (const rest of listDivisions(layers - count, others)) divisions.push([count, ...rest]);
  return divisions;
}

/** The times of the stages, slowest first. */
export function timesOf({ costs, extra, speed }: Pipeline, counts: readonly number[]): number[] {
  let from = 0;
  return counts.map((count, stage) => {
    let cost = extra[stage] ?? 0;
    for (const layer of costs.slice(from, from + count)) cost += layer;
    from += count;
    return cost / (speed[stage] ?? 1);
  });
}
