import { findStrategy, isListed } from '../mapping/strategies.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import { sharesByFigures } from '../syntax/topology.ts';
import type { TopologyContext } from './rule.ts';

/** A key that the strategy does not read would be accepted and ignored: the user believes something that is not so. */
export function meaninglessKeys({ topology: { mapping, workload, stages }, report }: TopologyContext): void {
  const { source } = mapping;
  if (source === null) return;
  const strategy = findStrategy(mapping.strategy);
  const sharesByMetric = sharesByFigures(workload) || stages !== null;
  // Shares by a metric read it, whatever the strategy.
  const read = sharesByMetric ? [...strategy.keys, 'by', 'tolerance'] : strategy.keys;
  for (const key of ['by', 'tolerance', 'ranks', 'worldSize', 'exclude'] as const) {
    if (source[key] === undefined || read.includes(key)) continue;
    const message = `\`${key}\` has no meaning under the strategy ${strategy.name}`;
    const help = HELP[key] ?? 'remove it, or choose another strategy';
    report.error('RP3017', keySpan(source, key), message, { help });
  }
  if (mapping.order !== null && !strategy.orders.includes(mapping.order)) {
    const allowed = strategy.orders.map((order) => `\`${order}\``).join(' or ');
    const isOne = allowed === '';
    const help = isOne
      ? 'remove it: this strategy has one order only'
      : `write ${allowed}, or choose another strategy`;
    const message = `\`order: ${mapping.order}\` has no meaning under the strategy ${strategy.name}`;
    report.error('RP3017', valueSpan(source, 'order'), message, { help });
  }
  if (mapping.gpusPerRank !== 1 && mapping.ranksPerGpu !== 1) {
    const message = '`ranksPerGpu` has no meaning beside `gpusPerRank`: a rank with several GPUs shares none';
    report.error('RP3017', keySpan(source, 'ranksPerGpu'), message, { help: 'remove one of the two' });
  }
  if (isListed(strategy) && mapping.ranks === null) {
    const help = 'list the slots, rank 0 first: `ranks: [lab1:1, lab1:0]`';
    const span = valueSpan(source, 'strategy');
    report.error('RP3017', span, `the strategy ${strategy.name} needs the list \`ranks\``, { help });
  }
}

const READERS =
  'remove it, or set `strategy: performance-ranked`, `shares: proportional` or `optimal`, or `stages`, which read it';

const HELP: Readonly<Record<string, string>> = {
  by: READERS,
  tolerance: READERS,
  ranks: 'remove it, or set `strategy: explicit`',
};

/** Ranks of one program end by themselves, and a signal ends them anyway. */
export function endWithoutRoles({ topology: { source }, report }: TopologyContext): void {
  if (source.end === undefined || source.roles !== undefined) return;
  const message = '`end` has no meaning without `roles`: a run of one program ends with its ranks';
  report.error('RP3063', keySpan(source, 'end'), message, { help: 'remove it' });
}
