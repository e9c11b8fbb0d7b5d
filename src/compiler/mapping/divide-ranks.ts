import type { PlanParallel } from '../../generated/plan.ts';
import type { Parallel } from '../syntax/topology.ts';

export type Division = NonNullable<PlanParallel>;

/**
 * One way in which the ranks are in groups: a rank's group has `size` ranks, `stride` apart. Ranks `first + i * stride` of a
 * first rank f, with f % (size * stride) < stride, are one group.
 */
export interface Dimension {
  readonly name: string;
  readonly size: number;
  readonly stride: number;
}

/** What the other sizes leave to `dp`; only where they divide the ranks. */
export const withDataParallel = (asked: Parallel, worldSize: number): Division => ({
  ...asked,
  dp: asked.dp ?? dataParallel(asked, worldSize),
});

export const dataParallel = ({ tp, cp, pp }: Omit<Parallel, 'dp'>, worldSize: number): number =>
  worldSize / (tp * cp * pp);

/** The copies of each expert. */
export const expertDataParallel = ({ tp, ep, pp }: Omit<Parallel, 'dp'>, worldSize: number): number =>
  worldSize / (tp * ep * pp);

/**
 * The two grids that Megatron lays over the same ranks (`initialize_model_parallel` in megatron/core/parallel_state.py): one for
 * all layers but the experts', without ep, and one for experts, where what was cp and dp is ep and the rest. In both the
 * dimensions count in the order of `order`, the first one fastest.
 */
export function layOutGrids(asked: Parallel, worldSize: number): readonly [Grid, Grid] {
  const { tp, cp, ep, dp, pp, order } = withDataParallel(asked, worldSize);
  return [
    layOut(order, { tp, cp, ep: 1, dp, pp }),
    layOut(order, { tp, cp: 1, ep, dp: expertDataParallel(asked, worldSize), pp }),
  ];
}

/** Dimensions by name; those that `order` does not name are missing. */
export type Grid = ReadonlyMap<string, Dimension>;

function layOut(order: string, sizes: Readonly<Record<string, number>>): Grid {
  let stride = 1;
  const grid = new Map<string, Dimension>();
  for (const name of order.split('-')) {
    const size = sizes[name] ?? 1;
    grid.set(name, { name, size, stride });
    stride *= size;
  }
  return grid;
}

/**
 * The dimensions that have groups of several ranks, in the order of `order`. Those of experts follow where there are experts to
 * share, `ep` and, with an `e` before its name, what is divided otherwise for them.
 */
export function listDimensions(division: Division, worldSize: number): readonly Dimension[] {
  const [dense, expert] = layOutGrids(division, worldSize);
  const differs = ({ name, size, stride }: Dimension) =>
    dense.get(name)?.size !== size || dense.get(name)?.stride !== stride;
  const own = division.ep === 1 ? [] : [...expert.values()].filter(differs);
  const named = own.map((one) => (one.name === 'ep' ? one : { ...one, name: `e${one.name}` }));
  return [...dense.values(), ...named].filter(({ size }) => size > 1);
}

export function ranksOfGroup({ size, stride }: Dimension, rank: number): readonly number[] {
  const first = rank - (Math.floor(rank / stride) % size) * stride;
  return Array.from({ length: size }, (_, i) => first + i * stride);
}
