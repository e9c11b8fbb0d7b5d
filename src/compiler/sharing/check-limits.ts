import { factsAt, gpuAt, siteOf, slotName } from '../inventory/inventory.ts';
import { type RankMap, slotsOfRank } from '../mapping/map-ranks.ts';
import type { MappingProblem } from '../mapping/strategy.ts';
import type { Span } from '../source/source-file.ts';
import type { Workload } from '../syntax/topology.ts';
import { isTooExtreme } from './divide-optimally.ts';
import type { RankEngines } from './list-engines.ts';

export type SharingProblem = Omit<MappingProblem, 'candidates' | 'groupSize'>;

/** What is known of the engines before anything is divided. */
export interface Limits {
  readonly workload: Workload;
  readonly ranks: RankMap;
  readonly engines: RankEngines;
  readonly problem: SharingProblem;
}

/** Reports limits that are not known, that leave no room for a rank, or not for the batch; true when a division keeps to them. */
export function checkLimits(limits: Limits): boolean {
  const { workload, engines, problem } = limits;
  warnOfOtherUnits(limits);
  const errorsBefore = problem.report.errorCount();
  const reported = new Set<string>(); // one entry may stand for many GPUs
  engines.limit.forEach((limit, engine) => {
    const reportIt = Number.isNaN(limit)
      ? reportUnknown
      : (engines.most[engine] ?? 0) < (engines.least[engine] ?? 1)
        ? reportNoRoom
        : workload.shares === 'optimal' && isTooExtreme(engines, engine)
          ? reportExtreme
          : null;
    if (reportIt === null) return;
    const { file, start } = placeOf(limits, engine);
    const place = `${file.name}:${start}`;
    if (!reported.has(place)) reportIt(limits, engine);
    reported.add(place);
  });
  if (problem.report.errorCount() > errorsBefore) return false;
  return checkSum(limits);
}

/**
 * Seconds beside operations or bytes per second, or runs per hour, are seconds beside nothing. What rankplan measures in
 * samples per second has its fixed cost from the same runs.
 */
function warnOfOtherUnits(limits: Limits): void {
  const { ranks, engines, problem } = limits;
  const { inventory, mapping, report } = problem;
  const methodOf = (engine: number): string | null | undefined =>
    factsAt(inventory, ranks.slotOfRank[engines.firstRank[engine] ?? 0] ?? 0)?.metrics.get(mapping.by)
      ?.method;
  const engine = engines.fixed.findIndex((fixed, i) => fixed > 0 && IN_OTHER_UNITS.test(methodOf(i) ?? ''));
  if (engine < 0) return;
  const message = `\`${mapping.by}\` of ${nameEngine(limits, engine)} was measured, and counts no samples; its fixed cost is ${engines.fixed[engine]} s beside it`;
  report.warning('RP3048', placeOf(limits, engine, 'fixedSeconds'), message, {
    help: 'measure samples per second: `rankplan probe --bench --bench-samples 16,64 -- COMMAND`, or give them by hand',
  });
}

/** Methods of probe whose figures are bytes, operations or runs. */
const IN_OTHER_UNITS = /^(?:copy-kernel|memcpy-|fma-kernel|cublas-|bench\/1:)/;

/** The first slot of an engine, as messages name it. */
export const nameEngine = ({ ranks, engines, problem }: Limits, engine: number): string =>
  slotName(problem.inventory, ranks.slotOfRank[engines.firstRank[engine] ?? 0] ?? 0);

function placeOf({ ranks, engines, problem }: Limits, engine: number, ...keys: string[]): Span {
  const slots = slotsOfRank(ranks, engines.firstRank[engine] ?? 0);
  const { inventory, places } = problem;
  const slot = slots[0] ?? 0;
  const [node, position] = siteOf(inventory, slot);
  return gpuAt(inventory, slot) === null ? places.node(node, 'cpuSlot') : places.gpu(node, position, ...keys);
}

function reportUnknown(limits: Limits, engine: number): void {
  const message = `the memory of ${nameEngine(limits, engine)} is not known, and \`workload.memory\` limits shares by it`;
  limits.problem.report.error('RP3049', placeOf(limits, engine), message, {
    help: 'give `memory:` on the GPU or its model (of CPU slots under `cpuSlot:`), or give `maxSamples:` in place of `workload.memory`',
  });
}

function reportNoRoom(limits: Limits, engine: number): void {
  const { workload, engines, problem } = limits;
  const ranks = engines.least[engine] ?? 1;
  const limit = engines.limit[engine] ?? 0;
  const needed = ranks * workload.multipleOf;
  const message = `${nameEngine(limits, engine)} can take ${count(limit)}, and needs ${needed} at least for its ranks (${ranks})`;
  const help = `exclude it, lower \`multipleOf\`, or raise ${nameLimit(workload)}`;
  problem.report.error('RP3044', placeOf(limits, engine, 'maxSamples', 'memory'), message, { help });
}

function reportExtreme(limits: Limits, engine: number): void {
  const { engines, problem } = limits;
  const [speed, fixed] = [engines.speed[engine] ?? 0, engines.fixed[engine] ?? 0];
  const beside = fixed === 0 ? '' : ` beside ${fixed} s of fixed cost`;
  const message = `${nameEngine(limits, engine)} has the figure ${speed}${beside}: no batch takes so long, or so short`;
  const help = 'write samples per second, and seconds';
  problem.report.error('RP3048', placeOf(limits, engine, 'fixedSeconds', 'score'), message, { help });
}

const count = (samples: number): string => `${samples} sample${samples === 1 ? '' : 's'}`;

const nameLimit = ({ sampleBytes }: Workload): string =>
  sampleBytes === null ? '`maxSamples`' : '`maxSamples`, or lower `workload.memory`';

function checkSum({ workload, engines, problem }: Limits): boolean {
  const { globalBatch, multipleOf } = workload;
  const units = globalBatch / multipleOf;
  const room = engines.most.reduce((sum, most) => sum + most, 0);
  if (room >= units) return true;
  const limited = engines.most.length;
  const all = limited === 1 ? 'the GPU' : `all ${limited} GPUs`;
  const message = `${all} together can take ${count(room * multipleOf)}, ${globalBatch - room * multipleOf} less than \`globalBatch: ${globalBatch}\``;
  problem.report.error('RP3044', problem.places.setting('workload', 'globalBatch'), message, {
    help: `lower \`globalBatch\` to ${room * multipleOf}, or raise ${nameLimit(workload)}`,
  });
  return false;
}
