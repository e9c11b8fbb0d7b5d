import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { PlanNode } from '../../generated/plan.ts';
import { type Homes, hasAllHomes } from './audited-ranks.ts';
import type { RankRecord, Use } from './evidence.ts';

export interface Imbalance {
  readonly record: RankRecord;
  /** Of the GPU. */
  readonly key: string;
  readonly bytes: number;
  /** What the ranks hold that it is compared with. */
  readonly usualBytes: number;
  readonly others: readonly number[];
}

/** Fewer samples may have seen only the beginning of a rank. */
const ENOUGH_SAMPLES = 4;
const FACTOR = 1.5;
const LEAST_DIFFERENCE_BYTES = 2 ** 30;

/**
 * Ranks whose peak on a GPU of their own is far from that of their equals: those with GPUs of the same models and
 * memory and the same share of the batch, so that planned unevenness is none. A rank's second GPU is compared with the
 * second ones of its equals, for a program may fill its GPUs unevenly. Far is more than half as much again as the
 * median (of two, the smaller), or less than two thirds of it, and by a GiB at least.
 */
export function findImbalances(
  records: readonly RankRecord[],
  homes: Homes,
  { gpus }: PlanNode,
): readonly Imbalance[] {
  const kindOf = new Map(gpus.map((gpu) => [gpu.index, `${gpu.model} ${gpu.memoryBytes}`]));
  const held = records.flatMap((record) => {
    const { rank } = record;
    if (!hasAllHomes(homes, rank)) return [];
    const kinds = gpusOfRank(rank).map((gpu) => kindOf.get(gpu));
    return [...(homes.get(rank.rank) ?? [])].flatMap((key, place) => {
      const use = record.use.get(key);
      const kind = `${kinds} ${rank.share} ${place}`;
      return isTelling(use) ? [{ record, key, kind, bytes: use.peakBytes }] : [];
    });
  });
  const equals = groupBy(held, ({ kind }) => kind);
  return [...equals.values()].flatMap((group) => {
    const usualBytes = medianOf(group.map(({ bytes }) => bytes));
    return group
      .filter(({ bytes }) => isFar(bytes, usualBytes))
      .map(({ record, key, bytes }) => ({
        record,
        key,
        bytes,
        usualBytes,
        others: group.map(({ record: { rank } }) => rank.rank).filter((rank) => rank !== record.rank.rank),
      }));
  });
}

const isTelling = (use: Use | undefined): use is Use & { peakBytes: number } =>
  use !== undefined && use.samples >= ENOUGH_SAMPLES && use.peakBytes !== null;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

const isFar = (bytes: number, usual: number): boolean =>
  Math.abs(bytes - usual) >= LEAST_DIFFERENCE_BYTES && (bytes > usual * FACTOR || bytes < usual / FACTOR);
