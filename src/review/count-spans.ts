import type { Level } from '../compiler/inventory/domains.ts';
import { countCrossings, listLevels } from '../compiler/mapping/count-crossings.ts';
import { type Dimension, listDimensions } from '../compiler/mapping/divide-ranks.ts';
import { fewestSplits } from '../compiler/mapping/form-blocks.ts';
import type { LaunchPlan } from '../generated/plan.ts';
import type { GroupCount } from './figures.ts';
import { mappedPlan } from './mapped-plan.ts';

/** The islands, nodes and domains that a plan's ranks are in, from inside to outside. */
export function levelsOf(plan: LaunchPlan): readonly Level[] {
  const { inventory, ranks } = mappedPlan(plan);
  return listLevels(inventory, ranks);
}

/** `nodes`, `islands`, or the level's name. */
export const nameLevel = (level: string): string =>
  level === 'node' || level === 'island' ? `${level}s` : level;

/** The dimensions in which ranks are in groups; none where the plan does not say. */
export const dimensionsOf = ({ launch: { parallel }, worldSize }: LaunchPlan): readonly Dimension[] =>
  parallel === null ? [] : listDimensions(parallel, worldSize);

export function countGroups(plan: LaunchPlan): readonly GroupCount[] {
  const dimensions = dimensionsOf(plan);
  const levels = dimensions.length === 0 ? [] : levelsOf(plan);
  return dimensions.map((dimension) => ({
    name: dimension.name,
    size: dimension.size,
    groups: plan.worldSize / dimension.size,
    spanning: levels.map((level) => {
      const { crossing, atLeast } = countCrossings(dimension, level);
      return { level: level.name, groups: crossing, atLeast };
    }),
  }));
}

/**
 * The first ranks of blocks of consecutive ranks that are split: in several places of a level; ranks after the last whole
 * block count for none. No order of the same slots splits fewer than `atLeast`.
 */
export function findSplits({ name, placeOfRank }: Level, size: number) {
  const blocks = Math.floor(placeOfRank.length / size);
  const firsts = Array.from({ length: blocks }, (_, block) => block * size);
  const split = firsts.filter((first) =>
    placeOfRank.subarray(first, first + size).some((place) => place !== placeOfRank[first]),
  );
  return { level: name, blocks, split, atLeast: fewestSplits(placeOfRank, size, blocks) };
}

/** The blocks of a plan by level, from outside to inside; empty if there are no blocks, or no levels but nodes. */
export function countBlocks(plan: LaunchPlan): readonly ReturnType<typeof findSplits>[] {
  const { groupSize } = plan.launch;
  if (groupSize === null || groupSize === 1) return [];
  const levels = levelsOf(plan);
  return levels.length === 1 ? [] : levels.map((level) => findSplits(level, groupSize)).reverse();
}

/** How many blocks span several domains, by level, with the bound; null without known levels, or without blocks. */
export function describeBlocks(plan: LaunchPlan): string | null {
  const splits = countBlocks(plan);
  const [first] = splits;
  if (first === undefined) return null;
  const levels = splits.map(
    ({ level, split, atLeast }, i) =>
      `${split.length}${i === 0 ? ' leave' : ''} their ${level} (at least ${atLeast})`,
  );
  return `${first.blocks} blocks of ${plan.launch.groupSize} ranks: ${levels.join(', ')}`;
}

/** `ranks in 2 of spine, 4 of rack`: how many domains of each level carry ranks; null if no node says where it is. */
export function countDomains(plan: LaunchPlan): string | null {
  if (plan.levels === null) return null;
  const domains = levelsOf(plan).filter(({ name }) => plan.levels?.includes(name));
  const counts = domains.map(({ name, placeOfRank }) => `${new Set(placeOfRank).size} of ${name}`);
  return `ranks in ${counts.reverse().join(', ')}`;
}
