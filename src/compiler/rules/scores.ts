import { paceOf } from '../mapping/metric.ts';
import { classifyGpus, classKey, isMeasured, listGpus, usualOf } from '../mapping/normalize-scores.ts';
import { findStrategy } from '../mapping/strategies.ts';
import { sharesByFigures } from '../syntax/topology.ts';
import type { MappedContext } from './rule.ts';

/** Scores that change nothing: either they are not read, or they rank everything the same. */
export function idleScores(context: MappedContext): void {
  const { mapping } = context.settings;
  if (findStrategy(mapping.strategy).ranked) warnEqual(context);
  if (!readsFigures(context.settings))
    warnUnread(context, `the strategy is ${mapping.strategy}`, UNREAD_HELP);
  else if (mapping.by === 'memory')
    warnUnread(context, 'GPUs are compared by memory', 'set `by: score`, or remove them');
}

/** Whether ranks, shares or stages are decided by the figures of GPUs. */
export const readsFigures = ({ mapping, workload, stages }: MappedContext['settings']): boolean =>
  findStrategy(mapping.strategy).ranked || sharesByFigures(workload) || stages !== null;

function warnEqual({ settings: { mapping }, inventory, ranks, places, report }: MappedContext): void {
  if (ranks.worldSize < 2 || places.sharesModels()) return;
  const gpus = listGpus(inventory).flat();
  if (gpus.some(({ pace }) => pace !== null)) return; // measured: the next time it may be another
  if (new Set(gpus.map((gpu) => paceOf(gpu, mapping.by))).size > 1) return;
  const models = new Set(gpus.map(({ model }) => model));
  // GPUs of one model may be equal without a warning.
  if (models.size === 1 && !models.has(null)) return;
  const message = `every GPU has the same ${mapping.by}: the ranking is the inventory order`;
  const help = 'set `strategy: sequential`, or give the GPUs the scores that they have';
  report.warning('RP3007', places.setting('mapping', 'strategy'), message, { help });
}

const UNREAD_HELP =
  'set `strategy: performance-ranked`, or a `workload` with shares `optimal` or `proportional`, or remove them';

function warnUnread({ places, report }: MappedContext, why: string, help: string): void {
  const span = places.firstScore();
  if (span !== null) report.warning('RP3007', span, `the scores are not read: ${why}`, { help });
}

/** If fewer GPUs of a model are alike, its median says little. */
const USUAL_PART = 3 / 4;

/** A model whose cards are of two kinds has one median all the same: the other kind counts as too slow, or card by card. */
export function scatteredFigures({ settings, inventory, places, report }: MappedContext): void {
  const { mapping, workload } = settings;
  const { tolerance, by } = mapping;
  if (tolerance === null || tolerance === 0) return;
  if (!findStrategy(mapping.strategy).ranked && !sharesByFigures(workload)) return;
  if (!isMeasured(inventory, by)) return;
  // Figures that are written for models do not make cards alike.
  const classes = classifyGpus(inventory, new Map(), by, tolerance);
  for (const [key, { model, near, measured, ...found }] of classes) {
    if (measured < 4 || near >= USUAL_PART * measured) continue; // fewer do not show what is usual
    const alike = listGpus(inventory).flatMap((gpus) => gpus.filter((gpu) => classKey(gpu, by) === key));
    const slower = alike.filter((gpu) => usualOf(gpu, by, tolerance) < found.from);
    const faster = measured - near - slower.length;
    // Slower ones that count as one figure are a class as well.
    if (new Set(slower.map((gpu) => paceOf(gpu, by))).size < 2 && faster <= (1 - USUAL_PART) * measured)
      continue;
    const percent = Number((100 * tolerance).toPrecision(6));
    const message = `only ${near} of ${measured} GPUs of the model ${model} are within ${percent} % of its median: ${faster} faster and ${slower.length} slower`;
    report.warning('RP3027', places.setting('mapping', 'tolerance', 'by', 'strategy'), message, {
      help: 'faster ones count as the median, slower ones as what they have themselves; if they are of two kinds (power limit, cooling, memory), give each kind a `model:` of its own; or set a larger `tolerance`',
    });
  }
}
