import type { Reporter } from '../diagnostics/reporter.ts';
import { parseNumberList } from '../values/number-list.ts';
import { decode, decodeBytes, Refusal } from './decode.ts';
import type { GpuFacts, Metric, Metrics } from './topology.ts';

/** The other facts are taken as they are written. */
interface FactsDocument extends Omit<GpuFacts, 'memoryBytes' | 'metrics' | 'cpus'> {
  readonly memory?: string | number;
  readonly score?: number | Readonly<Record<string, number>>;
  readonly cpus?: string | number;
}

/** Decodes the facts that a model, a count of GPUs or one GPU gives. */
export function bindFacts(document: FactsDocument, report: Reporter): GpuFacts {
  const { model, score, gres, vendor, uuid, parent, fixedSeconds, maxSamples } = document;
  return {
    ...{ model, gres, vendor, uuid, parent, fixedSeconds, maxSamples },
    memoryBytes: decodeBytes(document, 'memory', 2 ** 20, report), // no GPU has less
    metrics: score === undefined ? undefined : bindScore(score),
    cpus: decode(document, 'cpus', report, decodeCpus),
  };
}

/** A plain number is the metric `score`. */
function bindScore(score: number | Readonly<Record<string, number>>): Metrics {
  const figures = typeof score === 'number' ? { score } : score;
  return new Map(
    Object.entries(figures).map(([name, value]): [string, Metric] => [name, { value, method: null }]),
  );
}

/** A list of CPUs without blanks. */
export function decodeCpus(cpus: string | number): string | Refusal {
  const numbers = parseNumberList(String(cpus));
  if (!('problem' in numbers)) return String(cpus).replaceAll(/\s/g, '');
  const help = 'write numbers and ranges, such as 0-31,64-95 (`lscpu` shows those of each NUMA node)';
  return new Refusal('RP1105', `\`${cpus}\` is no list of CPUs: ${numbers.problem}`, help);
}
