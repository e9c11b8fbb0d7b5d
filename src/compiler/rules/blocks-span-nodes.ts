import { suggestRewrite } from '../diagnostics/suggestion.ts';
import { countSplits } from '../mapping/count-splits.ts';
import { findStrategy, isListed } from '../mapping/strategies.ts';
import type { MappedContext, Rule, Settings } from './rule.ts';
import { mappingSpan } from './spans.ts';

/** Groups of consecutive ranks (tensor parallelism, `init_device_mesh`) expect to share a node. */
export const blocksSpanNodes: Rule = {
  name: 'blocks-span-nodes',
  codes: ['RP3011', 'RP3012', 'RP3025'],
  sees: 'mapping',
  check(context) {
    const { groupSize } = context.settings.launch;
    if (groupSize === null) warnInterleaved(context);
    else checkGroups(context, groupSize);
  },
};

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
  const levels = countSplits(inventory, ranks, groupSize);
  const found = levels.find((counted) => counted.level === level);
  const first = found?.split[0];
  if (found === undefined || first === undefined) return; // a level that there is not is RP3038
  const message = `${found.split.length} of ${found.blocks} blocks of ${groupSize} ranks ${wordSplit(found.split.length, level)}`;
  const inner = levels.findLast(({ split }) => split.length === 0)?.level;
  const wider = inner === undefined ? '' : `set \`groupWithin: ${inner}\`, which no block leaves, or `;
  report.error('RP3011', span, message, {
    labels: [{ span: mappingSpan(context), message: 'the order of ranks' }],
    notes: [
      `ranks ${first} to ${first + groupSize - 1} are on ${nameNodes(context, first, groupSize, level)}`,
      `no order of the same slots splits fewer than ${found.atLeast}`,
    ],
    help: `${adviseOrder(settings)}${wider}choose a group size that divides the ranks of each ${level}`,
  });
}

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
    report.warning(
      'RP3012',
      span,
      'the score order interleaves nodes: consecutive ranks are on different machines',
      {
        notes: [`rank ${rank} returns to a node that rank ${rank - 1} has left`],
        help: 'set `order: block`, which maps the same GPUs node by node',
        suggestion: suggestRewrite(span, 'score', 'block', false),
      },
    );
    return;
  }
}
