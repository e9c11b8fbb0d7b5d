import { suggestRewrite } from '../diagnostics/suggestion.ts';
import type { RankMap } from '../mapping/map-ranks.ts';
import { requireMetric } from '../mapping/metric.ts';
import { sharesByFigures, type Workload } from '../syntax/topology.ts';
import { checkLimits, type Limits, nameEngine, type SharingProblem } from './check-limits.ts';
import { divideBatch } from './divide-batch.ts';
import { divideOptimally } from './divide-optimally.ts';
import { areBareCpus, findOverload, listEngines, type RankEngines, splitAmongRanks } from './list-engines.ts';
import { takeByHand } from './take-by-hand.ts';

/** Each rank's samples of the global batch; null without a workload, or when a mistake was reported. */
export function shareWork(workload: Workload | null, ranks: RankMap, problem: SharingProblem) {
  if (workload === null) return null;
  const { mapping, inventory } = problem;
  const { globalBatch, multipleOf } = workload;
  const hasFigures =
    !sharesByFigures(workload) ||
    areBareCpus(ranks, inventory, mapping.by) ||
    requireMetric(ranks.slots, mapping.by, problem);
  const units = globalBatch / multipleOf;
  if (!Number.isInteger(units)) return null; // the rule undivided-batch reports it
  if (units < ranks.worldSize) reportTooFew(workload, ranks.worldSize, problem);
  if (units < ranks.worldSize || !hasFigures || contradictsList(workload, problem)) return null;
  const engines = listEngines(ranks, inventory, mapping.by, workload);
  const limits = { workload, ranks, engines, problem };
  if (!checkLimits(limits)) return null;
  const shares =
    workload.shares === 'explicit'
      ? takeByHand(workload, ranks, problem)
      : divide(workload, units, engines).map((share) => share * multipleOf);
  return shares === null || reportOverload(limits, shares) ? null : shares;
}

/** A list that is not read would be believed. */
function contradictsList({ source, shares }: Workload, { places, report }: SharingProblem): boolean {
  if (shares === 'explicit' || source.samples === undefined) return false;
  const place = places.setting('workload', 'shares');
  report.error('RP3047', place, `shares are ${shares}, so nothing reads \`samples\``, {
    help: 'set `shares: explicit`, or remove `samples`',
    suggestion: suggestRewrite(place, shares, 'explicit', false),
  });
  return true;
}

function divide({ shares, multipleOf }: Workload, units: number, engines: RankEngines): Float64Array {
  if (shares === 'optimal') return splitAmongRanks(divideOptimally(units, multipleOf, engines), engines);
  const { ofRank, speed, least } = engines;
  const byFigure = shares !== 'equal';
  const weights = Float64Array.from(ofRank, (engine) => (byFigure ? (speed[engine] ?? 1) : 1));
  const dividers = Uint16Array.from(ofRank, (engine) => (byFigure ? (least[engine] ?? 1) : 1));
  return divideBatch(units, weights, dividers);
}

/** Only optimal shares keep to limits by themselves. */
function reportOverload(limits: Limits, shares: Float64Array): boolean {
  const { workload, engines, problem } = limits;
  const over = findOverload(shares, engines);
  if (over === null) return false;
  const place = problem.places.setting('workload', 'shares');
  const message = `${nameEngine(limits, over.engine)} would have ${over.samples} samples, and can take ${over.limit}`;
  problem.report.error('RP3044', place, message, {
    help: 'set `shares: optimal`, which keeps to what each GPU can take',
    suggestion:
      workload.shares === 'explicit' ? null : suggestRewrite(place, workload.shares, 'optimal', false),
  });
  return true;
}

function reportTooFew(
  { globalBatch, multipleOf }: Workload,
  worldSize: number,
  { places, report }: SharingProblem,
): void {
  const of = multipleOf === 1 ? '' : ` of ${multipleOf}`;
  const message = `${globalBatch / multipleOf} units${of} cannot give each of ${worldSize} ranks one`;
  report.error('RP3013', places.setting('workload', 'globalBatch'), message, {
    help: `raise \`globalBatch\` to ${worldSize * multipleOf} or more, or lower \`multipleOf\` or \`worldSize\``,
  });
}
