import { metricOf, paceOf } from '../mapping/metric.ts';
import { classifyGpus, classKey, isMeasured, listGpus } from '../mapping/settle-paces.ts';
import { findStrategy } from '../mapping/strategies.ts';
import { type GpuFacts, sharesByFigures } from '../syntax/topology.ts';
import type { Rule } from './rule.ts';

/** Of fewer cards nobody can say what is usual. */
const FEWEST = 4;

/** Where fewer of a model are alike its median says little. */
const USUAL_PART = 3 / 4;

/** What is written for models makes no card alike. */
const NO_MODELS: ReadonlyMap<string, GpuFacts> = new Map();

/** A model whose cards are of two kinds has one median all the same: those of the other kind go by figures that change. */
export const scatteredFigures: Rule = {
  name: 'scattered-figures',
  codes: ['RP3027'],
  sees: 'mapping',
  check({ settings: { mapping, workload }, inventory, places, report }) {
    const { tolerance, by } = mapping;
    if (tolerance === null || tolerance === 0) return;
    if (!findStrategy(mapping.strategy).ranked && !sharesByFigures(workload)) return;
    if (!isMeasured(inventory, by)) return;
    for (const [key, { model, members, measured, ...found }] of classifyGpus(
      inventory,
      NO_MODELS,
      by,
      tolerance,
    )) {
      if (measured < FEWEST || members >= USUAL_PART * measured) continue;
      const isOutside = (figure: number) => figure < found.from || figure > found.to;
      const outside = listGpus(inventory).flatMap((gpus) =>
        gpus.filter((gpu) => classKey(gpu, by) === key && isOutside(metricOf(gpu, by))),
      );
      // Those that count as one figure hold still, too.
      if (new Set(outside.map((gpu) => paceOf(gpu, by))).size < 2) continue;
      const percent = Number((100 * tolerance).toPrecision(6));
      report.warning(
        'RP3027',
        places.setting('mapping', 'tolerance', 'by', 'strategy'),
        `only ${members} of ${measured} GPUs of the model ${model} are within ${percent} % of its median: the others go by figures that change each time`,
        {
          help: 'if they are of two kinds (power limit, cooling, memory), give each kind a `model:` of its own; or set a larger `tolerance`',
        },
      );
    }
  },
};
