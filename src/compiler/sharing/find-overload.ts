import type { RankEngines } from './list-engines.ts';

export interface Overload {
  readonly engine: number;
  readonly samples: number;
  readonly limit: number;
}

/** The first engine whose ranks have more samples than it can take. */
export function findOverload(
  shares: Float64Array,
  { ofRank, limit }: Pick<RankEngines, 'ofRank' | 'limit'>,
): Overload | null {
  const samples = new Float64Array(limit.length);
  ofRank.forEach((engine, rank) => {
    samples[engine] = (samples[engine] ?? 0) + (shares[rank] ?? 0);
  });
  const engine = samples.findIndex((sum, i) => sum > (limit[i] ?? Number.POSITIVE_INFINITY));
  return engine < 0 ? null : { engine, samples: samples[engine] ?? 0, limit: limit[engine] ?? 0 };
}
