import type { Reporter } from '../diagnostics/reporter.ts';
import { bindBytes } from './bind-bytes.ts';
import { valueSpan } from './document.ts';
import type { Stages } from './topology.ts';

/** Bounds the time and memory of the division, which are stages × layers² and stages × layers. */
export const MAX_LAYERS = 1000;

/** Decodes the `stages` section. */
export function bindStages(source: Stages['source'], report: Reporter): Stages {
  const { embedding = 0, head = 0 } = source;
  const kinds = typeof source.layers === 'number' ? [{ count: source.layers }] : source.layers;
  const layers = kinds.map(({ count, cost = 1 }) => ({ count, cost }));
  const total = layers.reduce((sum, { count }) => sum + count, 0);
  if (total > MAX_LAYERS) {
    report.error(
      'RP3053',
      valueSpan(source, 'layers'),
      `there are ${total} layers, more than ${MAX_LAYERS}`,
      {
        help: 'count blocks of several layers as one',
      },
    );
  }
  return { source, layers, embedding, head, memory: bindMemory(source, report) };
}

function bindMemory({ memory }: Stages['source'], report: Reporter): Stages['memory'] {
  if (memory === undefined) return null;
  const bytes = (key: 'perLayer' | 'embedding' | 'head' | 'reserve', least: number): number => {
    const value = memory[key];
    return value === undefined ? 0 : (bindBytes(memory, key, value, least, report) ?? least);
  };
  return {
    perLayer: bytes('perLayer', 1),
    embedding: bytes('embedding', 0),
    head: bytes('head', 0),
    reserve: bytes('reserve', 0),
  };
}
