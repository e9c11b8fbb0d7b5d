import type { Reporter } from '../diagnostics/reporter.ts';
import { parseMemory } from '../values/quantities.ts';
import { valueSpan } from './document.ts';
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

export function bindBytes(
  memory: object,
  key: string,
  value: string | number,
  least: number,
  report: Reporter,
): number | null {
  const bytes = parseMemory(value);
  if (bytes !== null && bytes >= least) return bytes;
  report.error('RP2008', valueSpan(memory, key), `\`${value}\` is no amount of memory`, {
    help: 'write a number and a unit: 1.5GiB, 40MiB, 900kB',
  });
  return null;
}
