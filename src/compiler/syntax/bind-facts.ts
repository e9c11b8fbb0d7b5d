import type { Reporter } from '../diagnostics/reporter.ts';
import { parseNumberList } from '../values/number-list.ts';
import { bindBytes } from './bind-bytes.ts';
import { valueSpan } from './document.ts';
import type { GpuFacts, Metric, Metrics, Vendor } from './topology.ts';

interface FactsDocument {
  readonly model?: string;
  readonly memory?: string | number;
  readonly score?: number | Readonly<Record<string, number>>;
  readonly gres?: string;
  readonly vendor?: Vendor;
  readonly uuid?: string;
  readonly cpus?: string | number;
  readonly parent?: number;
  readonly fixedSeconds?: number;
  readonly maxSamples?: number;
}

/** Decodes the facts that a model, a count of GPUs or one GPU gives. */
export function bindFacts(document: FactsDocument, report: Reporter): GpuFacts {
  const { model, memory, score, gres, vendor, uuid, cpus, parent, fixedSeconds, maxSamples } = document;
  return {
    model,
    gres,
    vendor,
    uuid,
    parent,
    fixedSeconds,
    maxSamples,
    memoryBytes:
      memory === undefined
        ? undefined
        : (bindBytes(document, 'memory', memory, LEAST_MEMORY, report) ?? undefined),
    metrics: score === undefined ? undefined : bindScore(score),
    cpus: cpus === undefined ? undefined : bindCpus(document, String(cpus), report),
  };
}

/** No GPU has less. */
const LEAST_MEMORY = 2 ** 20;

/** A plain number is the metric `score`. */
function bindScore(score: number | Readonly<Record<string, number>>): Metrics {
  if (typeof score === 'number') return new Map([['score', written(score)]]);
  return new Map(Object.entries(score).map(([name, value]) => [name, written(value)]));
}

const written = (value: number): Metric => ({ value, method: null });

/** A list of CPUs without blanks; undefined when it is none, which is reported. */
export function bindCpus(document: object, cpus: string, report: Reporter): string | undefined {
  const numbers = parseNumberList(cpus);
  if (!('problem' in numbers)) return cpus.replaceAll(/\s/g, '');
  report.error('RP2030', valueSpan(document, 'cpus'), `\`${cpus}\` is no list of CPUs: ${numbers.problem}`, {
    help: 'write numbers and ranges, such as 0-31,64-95 (`lscpu` shows those of each NUMA node)',
  });
  return undefined;
}
