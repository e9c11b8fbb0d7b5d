import { countCrossings, listLevels } from '../compiler/mapping/count-crossings.ts';
import { type Dimension, listDimensions } from '../compiler/mapping/divide-ranks.ts';
import { inventoryOfPlan, rankMapOfPlan } from '../compiler/plan/plan-inventory.ts';
import type { LaunchPlan } from '../generated/plan.ts';
import type { GroupCount } from './diff/plan-diff.ts';

/** The dimensions in which ranks are in groups; none where the plan does not say. */
export const dimensionsOf = ({ launch: { parallel }, worldSize }: LaunchPlan): readonly Dimension[] =>
  parallel === null ? [] : listDimensions(parallel, worldSize);

export function countGroups(plan: LaunchPlan): readonly GroupCount[] {
  const dimensions = dimensionsOf(plan);
  if (dimensions.length === 0) return [];
  const inventory = inventoryOfPlan(plan);
  const ranks = rankMapOfPlan(plan, inventory);
  if (typeof ranks === 'string') throw new Error(ranks);
  const levels = listLevels(inventory, ranks);
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

/** `nodes`, `islands`, or the level's name. */
export const nameLevel = (level: string): string =>
  level === 'node' || level === 'island' ? `${level}s` : level;
