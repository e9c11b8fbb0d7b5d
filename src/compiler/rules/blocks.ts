import { suggestRewrite } from '../diagnostics/suggestion.ts';
import type { Level } from '../inventory/domains.ts';
import { type Crossings, countCrossings, listLevels } from '../mapping/count-crossings.ts';
import { type Dimension, ranksOfGroup } from '../mapping/divide-ranks.ts';
import { findStrategy, isListed } from '../mapping/strategies.ts';
import type { Span } from '../source/source-file.ts';
import { didYouMean, suggestSlip } from '../values/suggest-name.ts';
import { type MappedContext, mappingSpan, type Settings } from './rule.ts';

/** Groups of consecutive ranks (tensor parallelism, `init_device_mesh`) expect to share a node. */
export function blocksSpanNodes(context: MappedContext): void {
  const { groupSize } = context.settings.launch;
  if (groupSize === null) warnInterleaved(context);
  else checkGroups(context, groupSize);
}

function checkGroups(context: MappedContext, groupSize: number): void {
  const { settings, inventory, ranks, places, report } = context;
  const span = places.setting('launch', 'groupSize');
  if (ranks.worldSize % groupSize !== 0) {
    report.error('RP3025', span, `${ranks.worldSize} ranks are no whole number of blocks of ${groupSize}`, {
      help: 'choose a divisor of the world size, or set `worldSize` to a multiple',
    });
    return;
  }
  const level = settings.launch.groupWithin ?? 'node';
  const levels = listLevels(inventory, ranks)
    .filter(({ name }) => name !== 'island')
    .map((counted) => ({ name: counted.name, ...countCrossings(blocksOf(groupSize), counted) }));
  const found = levels.find(({ name }) => name === level);
  if (found === undefined || found.crossing === 0) return; // a level that there is not is RP3038
  const { message, ...details } = describeCrossing(context, blocksOf(groupSize), level, found);
  const inner = levels.find((counted) => counted.crossing === 0)?.name;
  const wider = inner === undefined ? '' : `set \`groupWithin: ${inner}\`, which no block leaves, or `;
  report.error('RP3011', span, message, {
    ...details,
    help: `${adviseOrder(settings)}${wider}choose a group size that divides the ranks of each ${level}`,
  });
}

/** Blocks of consecutive ranks as groups of a dimension. */
const blocksOf = (size: number): Dimension => ({ name: 'block', size, stride: 1 });

const nameGroups = ({ name, size }: Dimension): string =>
  `${name === 'block' ? 'blocks' : `${name} groups`} of ${size} ranks`;

/** The message about groups that span more than one domain of a level, without the advice. */
export function describeCrossing(
  context: MappedContext,
  dimension: Dimension,
  level: string,
  found: Crossings,
) {
  const { groups, crossing, first, atLeast } = found;
  const isOne = crossing === 1;
  const split =
    level === 'node' ? `span${isOne ? 's' : ''} nodes` : `${isOne ? 'leaves its' : 'leave their'} ${level}`;
  return {
    message: `${crossing} of ${groups} ${nameGroups(dimension)} ${split}`,
    labels: [{ span: mappingSpan(context), message: 'the order of ranks' }],
    notes: [
      `${nameRanks(dimension, first)} are on ${nameNodes(context, dimension, first, level)}`,
      `no order of the same slots splits fewer than ${atLeast}`,
    ],
  };
}

const MAX_NAMED = 8;

function nameRanks(dimension: Dimension, first: number): string {
  if (dimension.stride === 1) return `ranks ${first} to ${first + dimension.size - 1}`;
  const ranks = ranksOfGroup(dimension, first);
  const more = ranks.length > MAX_NAMED ? ` and ${ranks.length - MAX_NAMED} more` : '';
  return `ranks ${ranks.slice(0, MAX_NAMED).join(', ')}${more}`;
}

/** The nodes of a group, each with the domain that it is in. */
function nameNodes({ inventory, ranks }: MappedContext, dimension: Dimension, first: number, level: string) {
  const at = inventory.levels.indexOf(level);
  const nodes = new Set(ranksOfGroup(dimension, first).map((rank) => ranks.nodeOfRank[rank] ?? 0));
  const names = [...nodes].slice(0, MAX_NAMED).map((index) => {
    const node = inventory.nodes[index];
    return at < 0 ? node?.name : `${node?.name} (${node?.domain[at] ?? `in no ${level}`})`;
  });
  return `${names.join(', ')}${nodes.size > MAX_NAMED ? ', …' : ''}`;
}

/** Advice that may bring the ranks of a node together, if they are not together already. */
export function adviseOrder({ mapping: { strategy, order } }: Settings): string {
  const found = findStrategy(strategy);
  if (isListed(found)) return 'list the ranks node by node, or ';
  const { orders } = found;
  const isBlock = (order ?? orders[0]) === 'block';
  return isBlock || !orders.includes('block') ? '' : 'set `order: block`, or ';
}

function warnInterleaved(context: MappedContext): void {
  const { settings, ranks, report } = context;
  const { mapping } = settings;
  if (mapping.order !== 'score') return;
  const left = new Set<number>();
  for (let rank = 1; rank < ranks.worldSize; rank++) {
    const before = ranks.nodeOfRank[rank - 1] ?? 0;
    const node = ranks.nodeOfRank[rank] ?? 0;
    if (node === before) continue;
    left.add(before);
    if (!left.has(node)) continue;
    const span = mappingSpan(context);
    const message = 'the score order interleaves nodes: consecutive ranks are on different machines';
    report.warning('RP3012', span, message, {
      notes: [`rank ${rank} returns to a node that rank ${rank - 1} has left`],
      help: 'set `order: block`, which maps the same GPUs node by node',
      suggestion: suggestRewrite(span, 'score', 'block', false),
    });
    return;
  }
}

/** Blocks are put on islands where ranks go node by node; other orders are only looked at. */
export function blocksSpanIslands(context: MappedContext): void {
  const { settings, inventory, ranks, places } = context;
  const { groupSize } = settings.launch;
  if (groupSize === null || ranks.worldSize % groupSize !== 0) return;
  const strategy = findStrategy(settings.mapping.strategy);
  const order = settings.mapping.order ?? strategy.orders[0] ?? null;
  if (order === 'block') return;
  const [islands, nodes] = listLevels(inventory, ranks);
  if (islands?.name !== 'island' || nodes === undefined) return;
  if (countCrossings(blocksOf(groupSize), nodes).crossing > 0) return; // which is RP3011
  const help = isListed(strategy)
    ? 'list each island together'
    : 'set `order: block`, which keeps blocks on islands';
  warnOfIslands(context, blocksOf(groupSize), islands, places.setting('launch', 'groupSize'), help);
}

/** Islands that groups must leave are nothing to warn of: `show` counts them. */
export function warnOfIslands(
  context: MappedContext,
  dimension: Dimension,
  islands: Level,
  span: Span,
  help: string,
): void {
  const { groups, crossing, atLeast, first } = countCrossings(dimension, islands);
  if (crossing === atLeast) return;
  const message = `${crossing} of ${groups} ${nameGroups(dimension)} span islands of their node, and ${atLeast} would have to`;
  context.report.warning('RP3042', span, message, {
    labels: [{ span: mappingSpan(context), message: 'the order of ranks' }],
    notes: [`${nameRanks(dimension, first)} are on GPUs that are far from each other`],
    help,
  });
}

/** Blocks can only stay within domains that nodes say they are in, or that a job finds when it starts. */
export function unknownLevel({ settings, inventory, places, report }: MappedContext): void {
  const { groupSize, groupWithin, parallel } = settings.launch;
  const { nodes, levels } = inventory;
  if (groupWithin === null) return;
  const span = places.setting('launch', 'groupWithin');
  if (groupSize === null && parallel === null) {
    const help = 'give `groupSize` or `parallel` too, or remove `groupWithin`';
    report.nonBlocking.error('RP3038', span, `there are no groups to keep within a ${groupWithin}`, { help });
  } else if (!levels.includes(groupWithin) && nodes[0]?.bind !== 'job') {
    const message = `no node has the level \`${groupWithin}\`${didYouMean(groupWithin, levels)}`;
    report.nonBlocking.error('RP3038', span, message, {
      help: `write one of ${[...levels, 'node'].join(', ')}, or give every node \`domain: { ${groupWithin}: NAME }\``,
      suggestion: () => suggestSlip(span, groupWithin, [...levels, 'node'], 'name'),
    });
  }
}
