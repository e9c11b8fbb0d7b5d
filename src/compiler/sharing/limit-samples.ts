import type { SlotFacts } from '../inventory/inventory.ts';

/** What a step needs of memory; a workload that does not say limits nothing. */
export interface MemoryNeeds {
  readonly sampleBytes: number | null;
  readonly reserveBytes: number | null;
}

/**
 * The most samples of one step that a GPU can take with `ranks` ranks on it, each of which needs the reserve. Infinity
 * where nothing limits it; NaN where its memory would, and is not known.
 */
export function limitOf(
  facts: Pick<SlotFacts, 'memoryBytes' | 'maxSamples'> | null,
  ranks: number,
  { sampleBytes, reserveBytes }: MemoryNeeds,
): number {
  const written = facts?.maxSamples ?? Number.POSITIVE_INFINITY;
  if (sampleBytes === null) return written;
  const memory = facts?.memoryBytes ?? Number.NaN;
  const fitting = Math.max(0, Math.floor((memory - ranks * (reserveBytes ?? 0)) / sampleBytes));
  return Math.min(written, fitting);
}
