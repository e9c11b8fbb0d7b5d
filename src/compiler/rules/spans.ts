import type { Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Topology } from '../syntax/topology.ts';

/** What decides the order of ranks, as precisely as the topology says it. */
export function mappingSpan({ source, mapping }: Topology): Span {
  if (mapping.source === null) return keySpan(source, 'nodes');
  for (const key of ['ranks', 'order', 'strategy'] as const) {
    if (mapping.source[key] !== undefined)
      return key === 'ranks' ? keySpan(mapping.source, key) : valueSpan(mapping.source, key);
  }
  return keySpan(source, 'mapping');
}
