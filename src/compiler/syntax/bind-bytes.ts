import type { Reporter } from '../diagnostics/reporter.ts';
import { explainPlainBytes, LEAST_PLAIN_BYTES, parseMemory } from '../values/quantities.ts';
import { valueSpan } from './document.ts';

/** An amount of memory of at least `least` bytes; null, and a finding, for any other. */
export function bindBytes(
  memory: object,
  key: string,
  value: string | number,
  least: number,
  report: Reporter,
): number | null {
  const bytes = parseMemory(value);
  const isPlain = typeof value === 'number' && value > 0 && value < LEAST_PLAIN_BYTES;
  if (bytes !== null && bytes >= least && !isPlain) return bytes;
  const { message, help } = isPlain
    ? explainPlainBytes(key, value)
    : {
        message: `\`${value}\` is no amount of memory`,
        help: 'write a number and a unit: 80GiB, 40536MiB, 24GB, 900kB',
      };
  report.error('RP2008', valueSpan(memory, key), message, { help });
  return null;
}
