import { suggestRewrite } from '../diagnostics/suggestion.ts';
import { countCrossings, listLevels } from '../mapping/count-crossings.ts';
import { findStrategy, isListed } from '../mapping/strategies.ts';
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
  const { groups, crossing, first, atLeast } = found;
  const message = `${crossing} of ${groups} blocks of ${groupSize} ranks ${wordSplit(crossing, level)}`;
  const inner = levels.find((counted) => counted.crossing === 0)?.name;
  const wider = inner === undefined ? '' : `set \`groupWithin: ${inner}\`, which no block leaves, or `;
  report.error('RP3011', span, message, {
    labels: [{ span: mappingSpan(context), message: 'the order of ranks' }],
    notes: [
      `ranks ${first} to ${first + groupSize - 1} are on ${nameNodes(context, first, groupSize, level)}`,
      `no order of the same slots splits fewer than ${atLeast}`,
    ],
    help: `${adviseOrder(settings)}${wider}choose a group size that divides the ranks of each ${level}`,
  });
}

/** Blocks of consecutive ranks as groups of a dimension. */
const blocksOf = (size: number) => ({ name: 'block', size, stride: 1 });

/** What some of many blocks do. */
export const wordSplit = (count: number, level: string): string =>
  level === 'node'
    ? `span${count === 1 ? 's' : ''} nodes`
    : count === 1
      ? `leaves its ${level}`
      : `leave their ${level}`;

/** The nodes of a block, each with the domain that it is in. */
function nameNodes({ inventory, ranks }: MappedContext, first: number, size: number, level: string): string {
  const at = inventory.levels.indexOf(level);
  const nodes = new Set(ranks.nodeOfRank.subarray(first, first + size));
  const names = [...nodes].slice(0, 8).map((index) => {
    const node = inventory.nodes[index];
    return at < 0 ? node?.name : `${node?.name} (${node?.domain[at] ?? `in no ${level}`})`;
  });
  return names.join(', ');
}

/** What may bring the ranks of a node together, where they are not so already. */
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
  const { settings, inventory, ranks, places, report } = context;
  const { groupSize } = settings.launch;
  if (groupSize === null || ranks.worldSize % groupSize !== 0) return;
  const strategy = findStrategy(settings.mapping.strategy);
  const order = settings.mapping.order ?? strategy.orders[0] ?? null;
  if (order === 'block') return;
  const [islands, nodes] = listLevels(inventory, ranks);
  if (islands?.name !== 'island' || nodes === undefined) return;
  const blocks = blocksOf(groupSize);
  if (countCrossings(blocks, nodes).crossing > 0) return; // which is RP3011
  const { groups, crossing, atLeast, first } = countCrossings(blocks, islands);
  if (crossing === atLeast) return;
  const message = `${crossing} of ${groups} blocks of ${groupSize} ranks span islands of their node, and ${atLeast} would have to`;
  report.warning('RP3042', places.setting('launch', 'groupSize'), message, {
    labels: [{ span: mappingSpan(context), message: 'the order of ranks' }],
    notes: [`ranks ${first} to ${first + groupSize - 1} are on GPUs that are far from each other`],
    help: isListed(strategy)
      ? 'list each island together'
      : 'set `order: block`, which keeps blocks on islands',
  });
}

/** Blocks can only stay within domains that nodes say they are in, or that a job finds when it starts. */
export function unknownLevel({
  settings: { launch },
  inventory: { nodes, levels },
  places,
  report,
}: MappedContext): void {
  const { groupSize, groupWithin, parallel } = launch;
  if (groupWithin === null) return;
  const span = places.setting('launch', 'groupWithin');
  if (groupSize === null && parallel === null) {
    report.nonBlocking.error('RP3038', span, `there are no groups to keep within a ${groupWithin}`, {
      help: 'give `groupSize` or `parallel` too, or remove `groupWithin`',
    });
  } else if (!levels.includes(groupWithin) && nodes[0]?.bind !== 'job') {
    const message = `no node has the level \`${groupWithin}\`${didYouMean(groupWithin, levels)}`;
    report.nonBlocking.error('RP3038', span, message, {
      help:
        levels.length === 0
          ? `give every node \`domain: { ${groupWithin}: NAME }\`, or remove \`groupWithin\``
          : `write \`node\` or one of ${levels.join(', ')}, or give every node \`${groupWithin}\` under \`domain\``,
      suggestion: () => suggestSlip(span, groupWithin, [...levels, 'node'], 'name'),
    });
  }
}
