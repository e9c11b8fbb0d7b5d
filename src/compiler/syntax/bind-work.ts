import type { Reporter } from '../diagnostics/reporter.ts';
import { decodeBytes } from './decode.ts';
import { valueSpan } from './document.ts';
import type { Stages, Workload } from './topology.ts';

export function bindWorkload(source: Workload['source'], report: Reporter): Workload {
  const { globalBatch, multipleOf = 1, memory, samples } = source;
  const { shares = samples === undefined ? 'proportional' : 'explicit' } = source;
  const sampleBytes = memory === undefined ? null : decodeBytes(memory, 'perSample', 1, report);
  const reserveBytes = memory === undefined ? null : (decodeBytes(memory, 'reserve', 0, report) ?? 0);
  return { source, globalBatch, shares, multipleOf, sampleBytes, reserveBytes };
}

/** Bounds the time and memory of the division, which are stages × layers² and stages × layers. */
export const MAX_LAYERS = 1000;

export function bindStages(source: Stages['source'], report: Reporter): Stages {
  const { embedding = 0, head = 0 } = source;
  const kinds = typeof source.layers === 'number' ? [{ count: source.layers }] : source.layers;
  const layers = kinds.map(({ count, cost = 1 }) => ({ count, cost }));
  const total = layers.reduce((sum, { count }) => sum + count, 0);
  if (total > MAX_LAYERS) {
    const message = `there are ${total} layers, more than ${MAX_LAYERS}`;
    const help = 'count blocks of several layers as one';
    report.error('RP3050', valueSpan(source, 'layers'), message, { help });
  }
  return { source, layers, embedding, head, memory: bindMemory(source, report) };
}

function bindMemory({ memory }: Stages['source'], report: Reporter): Stages['memory'] {
  if (memory === undefined) return null;
  return {
    perLayer: decodeBytes(memory, 'perLayer', 1, report) ?? 0,
    embedding: decodeBytes(memory, 'embedding', 0, report) ?? 0,
    head: decodeBytes(memory, 'head', 0, report) ?? 0,
    reserve: decodeBytes(memory, 'reserve', 0, report) ?? 0,
  };
}
