import { slotName } from '../inventory/inventory.ts';
import { gatherFacts } from '../mapping/placement-facts.ts';
import { valueSpan } from '../syntax/document.ts';
import type { Rule } from './rule.ts';

/** One process sees one MIG instance; a GPU that two ranks share would stand twice in the list, which empties it. */
export const wrongVisibility: Rule = {
  name: 'wrong-visibility',
  codes: ['RP3006'],
  sees: 'mapping',
  check({ topology, inventory, ranks, report }) {
    const { visibility, source } = topology.launch;
    if (visibility !== 'ordered') return;
    const { migRank, sharedGpuRank } = gatherFacts(inventory, ranks);
    const rank = migRank ?? sharedGpuRank;
    if (rank === null) return;
    const name = slotName(inventory, ranks.slotOfRank[rank] ?? 0);
    const why = migRank === null ? `several ranks share ${name}` : `${name} is a MIG instance`;
    report.error('RP3006', valueSpan(source as object, 'visibility'), `\`ordered\` cannot work: ${why}`, {
      help: 'remove `visibility`, or set it to `isolated`',
      suggestion: { span: valueSpan(source as object, 'visibility'), replacement: 'isolated' },
    });
  },
};
