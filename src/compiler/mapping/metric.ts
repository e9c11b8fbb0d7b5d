import type { PlanGpu } from '../../generated/plan.ts';
import { factsAt, gpuAt, type SlotFacts, siteOf, slotName } from '../inventory/inventory.ts';
import type { Span } from '../source/source-file.ts';
import { didYouMean, suggestSlip } from '../values/suggest-name.ts';
import type { MappingProblem } from './strategy.ts';

/** The figure of a GPU that `mapping.by` names; NaN when it has none. `memory` is its bytes. */
export function metricOf(gpu: SlotFacts, by: string): number {
  return by === 'memory' ? (gpu.memoryBytes ?? Number.NaN) : (gpu.metrics.get(by)?.value ?? Number.NaN);
}

/** The figure that decisions compare: that of the GPU's class, or its own. */
export const paceOf = (gpu: SlotFacts, by: string): number => gpu.pace ?? metricOf(gpu, by);

/** The same of a GPU of a plan; null when it has none. */
export const plannedPace = ({ pace, score }: Pick<PlanGpu, 'pace' | 'score'>): number | null => pace ?? score;

/** The seconds of each step that a GPU or CPU slot needs in addition to the samples; null if not given. */
export const fixedSecondsOf = (facts: SlotFacts, by: string): number | null =>
  facts.metrics.get(by)?.fixedSeconds ?? null;

/** The GPU with that figure: `metricOf` turned round. */
export const withMetric = <T extends SlotFacts>(
  facts: T,
  by: string,
  value: number,
  fixedSeconds: number | null = null,
): T => ({
  ...facts,
  memoryBytes: by === 'memory' ? value : facts.memoryBytes,
  metrics: new Map([[by, { value, method: null, fixedSeconds: fixedSeconds ?? undefined }]]),
});

/**
 * The figures of several GPUs together: those of a rank that uses them all. People write decimals, and 0.1 + 0.2 must not
 * differ from 0.3 by what binary fractions leave behind.
 */
export function addFigures<T>(parts: Iterable<T>, figureOf: (part: T) => number): number {
  let sum = 0;
  for (const part of parts) sum += figureOf(part);
  return Number.isInteger(sum) ? sum : Number(sum.toPrecision(15)); // this many digits of a double are exact
}

/** Reports each GPU of `slots` without the metric, and figures that do not compare; true when all is well. */
export function requireMetric(slots: Uint32Array, by: string, problem: MetricProblem): boolean {
  const { inventory, places, report } = problem;
  const errorsBefore = report.errorCount();
  const reported = new Set<string>();
  const slotOf = new Map<SlotFacts, number>();
  for (const slot of slots) {
    const facts = factsAt(inventory, slot);
    if (facts !== null && slotOf.has(facts)) continue;
    if (facts !== null) slotOf.set(facts, slot);
    if (facts !== null && !Number.isNaN(metricOf(facts, by))) continue;
    const span = places.figure(...siteOf(inventory, slot));
    const place = `${span.file.name}:${span.start}`; // one entry may stand for many slots
    if (reported.has(place)) continue;
    reported.add(place);
    reportMissing(slot, by, span, problem);
  }
  if (by !== 'memory') reportMixedMethods(slotOf, by, problem);
  return report.errorCount() === errorsBefore;
}

type MetricProblem = Pick<MappingProblem, 'inventory' | 'places' | 'report'>;

function reportMissing(slot: number, by: string, span: Span, { inventory, report }: MetricProblem): void {
  const name = slotName(inventory, slot);
  const gpu = gpuAt(inventory, slot);
  if (gpu === null) {
    const help = 'give the node `cpuSlot: {score: 10}`, exclude the CPU slots, or set `shares: equal`';
    report.error('RP3004', span, `the CPU slot ${name} has no ${by}`, { help });
    return;
  }
  const others = [...gpu.metrics.keys()];
  const what = by === 'memory' ? 'memory' : by === 'score' ? 'score' : `metric \`${by}\``;
  const hint = by === 'memory' ? '' : didYouMean(by, others);
  const named =
    others.length === 0
      ? 'measure it with `rankplan probe --score -o inventory/{host}.json` and name that file under `inventory:`, '
      : `name a metric that it has under \`mapping.by\` (${others.join(', ')}), `;
  report.error('RP3004', span, `GPU ${name} has no ${what}${hint}`, {
    suggestion: () => suggestSlip(span, by, others, 'name'),
    help:
      by === 'memory'
        ? 'give `memory:` on the GPU or its model'
        : `${named}give \`score:\` on the GPU or its model, or exclude it`,
  });
}

/** Figures measured in different ways say nothing about each other. */
function reportMixedMethods(
  slotOf: ReadonlyMap<SlotFacts, number>,
  by: string,
  { inventory, places, report }: MetricProblem,
): void {
  const placeOf = (slot: number): Span => places.gpu(...siteOf(inventory, slot));
  let measured: { readonly slot: number; readonly method: string } | null = null;
  let written: number | null = null;
  for (const [gpu, slot] of slotOf) {
    const metric = gpu.metrics.get(by);
    if (metric === undefined) continue;
    if (metric.method === null) {
      written ??= slot;
    } else if (measured === null) {
      measured = { slot, method: metric.method };
    } else if (measured.method !== metric.method) {
      const message = `\`${by}\` was measured by ${metric.method} here, and by ${measured.method} elsewhere`;
      report.error('RP3005', placeOf(slot), message, {
        labels: [{ span: placeOf(measured.slot), message: `measured by ${measured.method}` }],
        help: 'measure all nodes in the same way, or rank by another metric',
      });
    }
  }
  if (measured === null || written === null) return;
  const message = `\`${by}\` was written by hand here, and measured (${measured.method}) elsewhere`;
  report.warning('RP3005', placeOf(written), message, {
    labels: [{ span: placeOf(measured.slot), message: `measured by ${measured.method}` }],
    help: 'make sure that both are in the same unit, or measure this GPU too',
  });
}
