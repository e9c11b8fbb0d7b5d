import { countCrossings, listLevels } from '../mapping/count-crossings.ts';
import { findStrategy, isListed } from '../mapping/strategies.ts';
import type { Rule } from './rule.ts';
import { mappingSpan } from './spans.ts';

/** Blocks are put on islands where ranks go node by node; other orders are only looked at. */
export const blocksSpanIslands: Rule = {
  name: 'blocks-span-islands',
  codes: ['RP3042'],
  sees: 'mapping',
  check(context) {
    const { settings, inventory, ranks, places, report } = context;
    const { groupSize } = settings.launch;
    if (groupSize === null || ranks.worldSize % groupSize !== 0) return;
    const strategy = findStrategy(settings.mapping.strategy);
    const order = settings.mapping.order ?? strategy.orders[0] ?? null;
    if (order === 'block') return;
    const [islands, nodes] = listLevels(inventory, ranks);
    if (islands?.name !== 'island' || nodes === undefined) return;
    const blocks = { name: 'block', size: groupSize, stride: 1 };
    if (countCrossings(blocks, nodes).crossing > 0) return; // which is RP3011
    const { groups, crossing, atLeast, first } = countCrossings(blocks, islands);
    if (crossing === atLeast) return;
    report.warning(
      'RP3042',
      places.setting('launch', 'groupSize'),
      `${crossing} of ${groups} blocks of ${groupSize} ranks span islands of their node, and ${atLeast} would have to`,
      {
        labels: [{ span: mappingSpan(context), message: 'the order of ranks' }],
        notes: [`ranks ${first} to ${first + groupSize - 1} are on GPUs that are far from each other`],
        help: isListed(strategy)
          ? 'list each island together'
          : 'set `order: block`, which keeps blocks on islands',
      },
    );
  },
};
