import { paceOf } from '../mapping/metric.ts';
import { findStrategy } from '../mapping/strategies.ts';
import { sharesByFigures } from '../syntax/topology.ts';
import type { MappedContext, Rule } from './rule.ts';

/** Scores that change nothing: either they are not read, or they rank everything the same. */
export const idleScores: Rule = {
  name: 'idle-scores',
  codes: ['RP3007'],
  sees: 'mapping',
  check(context) {
    const { mapping, workload, stages } = context.settings;
    const { ranked } = findStrategy(mapping.strategy);
    if (ranked) warnEqual(context);
    const isRead = ranked || sharesByFigures(workload) || stages !== null;
    if (!isRead) warnUnread(context, `the strategy is ${mapping.strategy}`, UNREAD_HELP);
    else if (mapping.by === 'memory')
      warnUnread(context, 'GPUs are compared by memory', 'set `by: score`, or remove them');
  },
};

function warnEqual({ settings: { mapping }, inventory, ranks, places, report }: MappedContext): void {
  if (ranks.worldSize < 2 || places.sharesModels()) return;
  const figures = new Set<number>();
  const models = new Set<string | null>();
  for (const node of new Set(inventory.nodes.map((node) => node.gpus))) {
    for (const gpu of node) {
      if (gpu.pace !== null) return; // measured: nobody wrote it, and the next time it may be another
      figures.add(paceOf(gpu, mapping.by));
      models.add(gpu.model);
    }
    if (figures.size > 1) return;
  }
  // GPUs of one model are equal, as everybody sees.
  if (models.size === 1 && !models.has(null)) return;
  report.warning(
    'RP3007',
    places.setting('mapping', 'strategy'),
    `every GPU has the same ${mapping.by}: the ranking is the inventory order`,
    {
      help: 'set `strategy: sequential`, or give the GPUs the scores that they have',
    },
  );
}

const UNREAD_HELP =
  'set `strategy: performance-ranked`, or a `workload` with shares `optimal` or `proportional`, or remove them';

function warnUnread({ places, report }: MappedContext, why: string, help: string): void {
  const span = places.firstScore();
  if (span !== null) report.warning('RP3007', span, `the scores are not read: ${why}`, { help });
}
