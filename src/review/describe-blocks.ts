import type { Inventory } from '../compiler/inventory/inventory.ts';
import { listLevels } from '../compiler/mapping/count-crossings.ts';
import { countSplits, type Splits } from '../compiler/mapping/count-splits.ts';
import { fewestSplits } from '../compiler/mapping/form-blocks.ts';
import type { RankMap } from '../compiler/mapping/map-ranks.ts';
import { inventoryOfPlan, rankMapOfPlan } from '../compiler/plan/plan-inventory.ts';
import type { LaunchPlan } from '../generated/plan.ts';

/** How many blocks leave a domain, level by level, with the bound; null where no level is known, or there are no blocks. */
export function describeBlocks(plan: LaunchPlan): string | null {
  const splits = countPlanSplits(plan);
  const [first] = splits;
  if (first === undefined) return null;
  const levels = splits.map(
    ({ level, split, atLeast }, i) =>
      `${split.length}${i === 0 ? ' leave' : ''} their ${level} (at least ${atLeast})`,
  );
  return `${first.blocks} blocks of ${plan.launch.groupSize} ranks: ${levels.join(', ')}`;
}

/** The same by level; empty where there is nothing to tell. */
export function countPlanSplits(plan: LaunchPlan): readonly Splits[] {
  const { groupSize } = plan.launch;
  if (groupSize === null || groupSize === 1 || !hasLevels(plan)) return [];
  const inventory = inventoryOfPlan(plan);
  const ranks = rankMapOfPlan(plan, inventory);
  if (typeof ranks === 'string') throw new Error(`the plan contradicts itself: ${ranks}`);
  return [...countSplits(inventory, ranks, groupSize), ...countSplitIslands(inventory, ranks, groupSize)];
}

const hasLevels = ({ levels, nodes }: LaunchPlan): boolean =>
  levels !== null || nodes.some(({ gpus }) => gpus.some(({ island }) => island !== null));

/** Nothing where no node has several islands. */
function countSplitIslands(inventory: Inventory, ranks: RankMap, size: number): readonly Splits[] {
  const [islands] = listLevels(inventory, ranks);
  if (islands?.name !== 'island') return [];
  const { placeOfRank } = islands;
  const blocks = Math.floor(ranks.worldSize / size);
  const firsts = Array.from({ length: blocks }, (_, block) => block * size);
  const split = firsts.filter((first) =>
    placeOfRank.subarray(first, first + size).some((place) => place !== placeOfRank[first]),
  );
  return [{ level: 'island', blocks, split, atLeast: fewestSplits(placeOfRank, size, blocks) }];
}

/** `ranks in 2 of spine, 4 of rack`: how many domains of each level carry ranks; null where no node says where it is. */
export function countDomains({ nodes, levels }: LaunchPlan): string | null {
  if (levels === null) return null;
  const mapped = nodes.filter(({ nodeRank }) => nodeRank !== null);
  const counts = levels.map((level, i) => {
    const names = new Set(mapped.map(({ domain, name }) => domain?.[i] ?? `:${name}`));
    return `${names.size} of ${level}`;
  });
  return `ranks in ${counts.join(', ')}`;
}

/** `s1/r2`; `-` stands where nothing is known. */
export const nameDomains = (domain: LaunchPlan['nodes'][number]['domain']): string =>
  (domain ?? []).map((name) => name ?? '-').join('/');
