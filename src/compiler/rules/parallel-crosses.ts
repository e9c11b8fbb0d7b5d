import type { Level } from '../inventory/domains.ts';
import { type Crossings, countCrossings, listLevels } from '../mapping/count-crossings.ts';
import { type Dimension, listDimensions, withDataParallel } from '../mapping/divide-ranks.ts';
import { adviseOrder, describeCrossing, warnOfIslands } from './blocks.ts';
import { findUnfit } from './parallel-sizes.ts';
import type { MappedContext } from './rule.ts';

/** Tensor parallel groups exchange their parts in every layer: between nodes that takes many times as long. */
export function parallelCrosses(context: MappedContext): void {
  const { settings, inventory, ranks } = context;
  const { parallel, groupWithin } = settings.launch;
  if (parallel === null || findUnfit(parallel, ranks.worldSize) !== null) return;
  const dimensions = listDimensions(withDataParallel(parallel, ranks.worldSize), ranks.worldSize);
  const tp = dimensions.find(({ name }) => name === 'tp');
  if (tp === undefined) return;
  const levels = listLevels(inventory, ranks);
  const home = levels.findLast(({ name }) => name === (groupWithin ?? 'node'));
  if (home === undefined) return; // a level that there is not is RP3038
  const found = countCrossings(tp, home);
  if (found.crossing > 0) reportCrossing(context, tp, home, found);
  else checkIslands(context, tp, levels[0]);
}

function reportCrossing(context: MappedContext, tp: Dimension, { name }: Level, found: Crossings): void {
  const { settings, places, report } = context;
  const { message, ...details } = describeCrossing(context, tp, name, found);
  const first = tp.stride > 1 ? 'put `tp` first in `order`, or ' : '';
  const isNeedless = found.atLeast === 0;
  const help = isNeedless
    ? `${adviseOrder(settings)}${first}map so many ranks on each ${name} that ${tp.size} divides them`
    : `choose a \`tp\` that divides the ranks of each ${name}, or name what has links as fast under \`groupWithin\``;
  const say = isNeedless ? report.error : report.warning;
  say('RP3041', places.parallel('tp'), message, { ...details, help });
}

/** Where the groups are the blocks too, blocks-span-islands reports them. */
function checkIslands(context: MappedContext, tp: Dimension, level: Level | undefined): void {
  const { settings, places } = context;
  if (level?.name !== 'island' || (settings.launch.groupSize === tp.size && tp.stride === 1)) return;
  const first = tp.stride > 1 ? 'put `tp` first in `order`, and ' : '';
  const help = `${first}set \`groupSize: ${tp.size}\`, which keeps such groups on islands`;
  warnOfIslands(context, tp, level, places.parallel('tp'), help);
}
