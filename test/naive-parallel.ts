/** Sizes as they are asked for; `dp` follows. */
export interface NaiveSizes {
  readonly tp: number;
  readonly cp: number;
  readonly ep: number;
  readonly pp: number;
  readonly order: string;
}

type Groups = readonly (readonly number[])[];

/** The groups of each dimension as Megatron's `initialize_model_parallel` makes them; null where it refuses. */
export interface NaiveGroups {
  readonly dense: Readonly<Record<string, Groups>>;
  readonly expert: Readonly<Record<string, Groups>>;
}

export function divideNaively(sizes: NaiveSizes, worldSize: number): NaiveGroups | null {
  const { tp, cp, ep, pp, order } = sizes;
  const dp = worldSize / (tp * cp * pp);
  const expertDp = worldSize / (tp * ep * pp);
  if (!Number.isInteger(dp) || !Number.isInteger(expertDp)) return null;
  const dense = generateRanks({ tp, cp, ep: 1, dp, pp }, order);
  const expert = generateRanks({ tp, cp: 1, ep, dp: expertDp, pp }, order);
  if (dense === null || expert === null) return null;
  if (!order.endsWith('pp') && pp !== 1 && dp !== expertDp) return null;
  return JSON.stringify(dense['pp']) === JSON.stringify(expert['pp']) ? { dense, expert } : null;
}

/**
 * Numbers all places of the grid, the first dimension of `order` fastest; a group are the places that differ in one coordinate
 * only. Null where a size above 1 has no place in the order.
 */
function generateRanks(
  sizes: Readonly<Record<string, number>>,
  order: string,
): Record<string, Groups> | null {
  const named = order.split('-');
  const missing = Object.keys(sizes).filter((name) => !named.includes(name));
  if (missing.some((name) => sizes[name] !== 1)) return null;
  const names = [...named, ...missing];
  let places: readonly (readonly number[])[] = [[]];
  for (const name of names.toReversed()) {
    const size = sizes[name] ?? 1;
    places = places.flatMap((rest) => Array.from({ length: size }, (_, at) => [at, ...rest]));
  }
  const groupsOf = (dimension: number): Groups => {
    const groups = new Map<string, number[]>();
    for (const [rank, place] of places.entries()) {
      const others = String(place.with(dimension, -1));
      groups.set(others, [...(groups.get(others) ?? []), rank]);
    }
    return [...groups.values()];
  };
  return Object.fromEntries(names.map((name, dimension) => [name, groupsOf(dimension)]));
}
