import { didYouMean, suggestSlip } from '../values/suggest-name.ts';
import type { Rule } from './rule.ts';

/** Blocks can only stay within domains that nodes say they are in, or that a job finds when it starts. */
export const unknownLevel: Rule = {
  name: 'unknown-level',
  codes: ['RP3038'],
  sees: 'mapping',
  check({ settings: { launch }, inventory: { nodes, levels }, places, report }) {
    const { groupSize, groupWithin, parallel } = launch;
    if (groupWithin === null) return;
    const span = places.setting('launch', 'groupWithin');
    if (groupSize === null && parallel === null) {
      report.nonBlocking.error('RP3038', span, `there are no groups to keep within a ${groupWithin}`, {
        help: 'give `groupSize` or `parallel` too, or remove `groupWithin`',
      });
    } else if (!levels.includes(groupWithin) && nodes[0]?.bind !== 'job') {
      report.nonBlocking.error(
        'RP3038',
        span,
        `no node has the level \`${groupWithin}\`${didYouMean(groupWithin, levels)}`,
        {
          help:
            levels.length === 0
              ? `give every node \`domain: { ${groupWithin}: NAME }\`, or remove \`groupWithin\``
              : `write \`node\` or one of ${levels.join(', ')}, or give every node \`${groupWithin}\` under \`domain\``,
          suggestion: () => suggestSlip(span, groupWithin, [...levels, 'node'], 'name'),
        },
      );
    }
  },
};
