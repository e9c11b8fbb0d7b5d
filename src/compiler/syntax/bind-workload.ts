import type { Reporter } from '../diagnostics/reporter.ts';
import { bindBytes } from './bind-bytes.ts';
import type { Workload } from './topology.ts';

/** Decodes the `workload` section. */
export function bindWorkload(source: Workload['source'], report: Reporter): Workload {
  const { globalBatch, multipleOf = 1, memory, samples } = source;
  const { shares = samples === undefined ? 'proportional' : 'explicit' } = source;
  const bytes = (key: 'perSample' | 'reserve', least: number): number | null => {
    const value = memory?.[key];
    return memory === undefined || value === undefined ? null : bindBytes(memory, key, value, least, report);
  };
  const sampleBytes = bytes('perSample', 1);
  return {
    source,
    globalBatch,
    shares,
    multipleOf,
    sampleBytes,
    reserveBytes: memory === undefined ? null : (bytes('reserve', 0) ?? 0),
  };
}
