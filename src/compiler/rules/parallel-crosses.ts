import { type Crossings, countCrossings, type Level, listLevels } from '../mapping/count-crossings.ts';
import { type Dimension, listDimensions, ranksOfGroup, withDataParallel } from '../mapping/divide-ranks.ts';
import { adviseOrder, wordSplit } from './blocks.ts';
import { findUnfit } from './parallel-sizes.ts';
import { type MappedContext, mappingSpan } from './rule.ts';

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
  const crossings = countCrossings(tp, home);
  if (crossings.crossing > 0) reportCrossing(context, tp, home, crossings);
  else checkIslands(context, tp, levels[0]);
}

function reportCrossing(context: MappedContext, tp: Dimension, { name }: Level, found: Crossings): void {
  const { settings, places, report } = context;
  const { groups, crossing, atLeast } = found;
  const what = `${crossing} of ${groups} tp groups of ${tp.size} ranks ${wordSplit(crossing, name)}`;
  const details = {
    labels: [{ span: mappingSpan(context), message: 'the order of ranks' }],
    notes: [
      `${nameRanks(tp, found.first)} are one group, on ${nameNodes(context, tp, found.first)}`,
      `no order of the same slots splits fewer than ${atLeast}`,
    ],
  };
  const first = tp.stride > 1 ? 'put `tp` first in `order`, or ' : '';
  if (atLeast === 0) {
    report.error('RP3041', places.parallel('tp'), what, {
      ...details,
      help: `${adviseOrder(settings)}${first}map so many ranks on each ${name} that ${tp.size} divides them`,
    });
  } else {
    report.warning('RP3041', places.parallel('tp'), what, {
      ...details,
      help: `choose a \`tp\` that divides the ranks of each ${name}, or name what has links as fast under \`groupWithin\``,
    });
  }
}

/** Islands that a group must leave are nothing to warn of: `show` counts them. Where they are blocks too, these are told of. */
function checkIslands(context: MappedContext, tp: Dimension, level: Level | undefined): void {
  const { settings, places, report } = context;
  if (level?.name !== 'island' || (settings.launch.groupSize === tp.size && tp.stride === 1)) return;
  const { groups, crossing, atLeast, first } = countCrossings(tp, level);
  if (crossing === atLeast) return;
  const message = `${crossing} of ${groups} tp groups of ${tp.size} ranks span islands of their node, and ${atLeast} would have to`;
  report.warning('RP3042', places.parallel('tp'), message, {
    labels: [{ span: mappingSpan(context), message: 'the order of ranks' }],
    notes: [`${nameRanks(tp, first)} are one group, on GPUs that are far from each other`],
    help: `${tp.stride > 1 ? 'put `tp` first in `order`, and ' : ''}set \`groupSize: ${tp.size}\`, which keeps such groups on islands`,
  });
}

/** How many ranks and nodes of a group are named. */
const MAX_NAMED = 8;

function nameRanks(dimension: Dimension, first: number): string {
  const ranks = ranksOfGroup(dimension, first);
  const more = ranks.length > MAX_NAMED ? ` and ${ranks.length - MAX_NAMED} more` : '';
  return `ranks ${ranks.slice(0, MAX_NAMED).join(', ')}${more}`;
}

function nameNodes({ inventory, ranks }: MappedContext, dimension: Dimension, first: number): string {
  const nodes = new Set(ranksOfGroup(dimension, first).map((rank) => ranks.nodeOfRank[rank] ?? 0));
  const names = [...nodes].slice(0, MAX_NAMED).map((node) => inventory.nodes[node]?.name);
  return `${names.join(', ')}${nodes.size > MAX_NAMED ? ', …' : ''}`;
}
