import { paceOf } from '../mapping/metric.ts';
import { classifyGpus, classKey, isMeasured, listGpus, usualOf } from '../mapping/settle-paces.ts';
import { findStrategy } from '../mapping/strategies.ts';
import { type GpuFacts, sharesByFigures } from '../syntax/topology.ts';
import type { Rule } from './rule.ts';

/** Of fewer cards nobody can say what is usual. */
const FEWEST = 4;

/** Where fewer of a model are alike its median says little. */
const USUAL_PART = 3 / 4;

/** What is written for models makes no card alike. */
const NO_MODELS: ReadonlyMap<string, GpuFacts> = new Map();

/** A model whose cards are of two kinds has one median all the same: the other kind counts as too slow, or card by card. */
export const scatteredFigures: Rule = {
  name: 'scattered-figures',
  codes: ['RP3027'],
  sees: 'mapping',
  check({ settings: { mapping, workload }, inventory, places, report }) {
    const { tolerance, by } = mapping;
    if (tolerance === null || tolerance === 0) return;
    if (!findStrategy(mapping.strategy).ranked && !sharesByFigures(workload)) return;
    if (!isMeasured(inventory, by)) return;
    for (const [key, { model, near, measured, ...found }] of classifyGpus(
      inventory,
      NO_MODELS,
      by,
      tolerance,
    )) {
      if (measured < FEWEST || near >= USUAL_PART * measured) continue;
      const alike = listGpus(inventory).flatMap((gpus) => gpus.filter((gpu) => classKey(gpu, by) === key));
      const slower = alike.filter((gpu) => usualOf(gpu, by, tolerance) < found.from);
      const faster = measured - near - slower.length;
      // Slower ones that count as one figure are a class as well.
      if (new Set(slower.map((gpu) => paceOf(gpu, by))).size < 2 && faster <= (1 - USUAL_PART) * measured)
        continue;
      const percent = Number((100 * tolerance).toPrecision(6));
      report.warning(
        'RP3027',
        places.setting('mapping', 'tolerance', 'by', 'strategy'),
        `only ${near} of ${measured} GPUs of the model ${model} are within ${percent} % of its median: ${faster} faster and ${slower.length} slower`,
        {
          help: 'faster ones count as the median, slower ones as what they have themselves; if they are of two kinds (power limit, cooling, memory), give each kind a `model:` of its own; or set a larger `tolerance`',
        },
      );
    }
  },
};
