import type { Metric } from '../../generated/inventory.ts';
import { type Figure, type PeerOutcome, QUALITIES } from './probe-document.ts';

/** Where a figure comes from. */
export interface Provenance {
  /** Appended to the method: figures of a GPU alone and of one among others do not compare. */
  readonly suffix: string;
  /** `2026-11-21`. */
  readonly date: string;
  readonly driver: string | null;
}

/** A figure as an inventory file has it; the keys are in a fixed order. */
export function describeMetric(figure: Figure, { suffix, date, driver }: Provenance): Metric {
  const { smMHz, memoryMHz, celsius, milliwatts, throttle } = figure.during;
  return {
    value: round(figure.value),
    unit: figure.unit,
    method: `${figure.method}${suffix}`,
    quality: figure.quality,
    date,
    driver,
    p7: round(figure.p7),
    p93: round(figure.p93),
    variation: round(figure.variation, 2),
    conditions: {
      smMHz,
      memoryMHz,
      celsius,
      watts: milliwatts === null ? null : Math.round(milliwatts / 1000),
      throttle: throttle === null ? null : [...throttle],
    },
    ...(figure.remarks.length === 0 ? {} : { remarks: [...figure.remarks] }),
  };
}

/**
 * The copies to all peers as one metric: the slowest, because a ring is as fast as its slowest link. Null when one of
 * them failed, or when there are none.
 */
export function describePeers(peers: readonly PeerOutcome[], provenance: Provenance): Metric | null {
  const figures = peers.flatMap((peer) => ('value' in peer ? [peer] : []));
  if (figures.length < peers.length) return null;
  const slowest = figures.reduce<(typeof figures)[number] | null>(
    (least, figure) => (least === null || figure.value < least.value ? figure : least),
    null,
  );
  if (slowest === null) return null;
  const quality = QUALITIES.findLast((name) => figures.some((figure) => figure.quality === name)) ?? 'ok';
  const remarks = [...new Set(figures.flatMap((figure) => figure.remarks))];
  return {
    ...describeMetric({ ...slowest, quality, remarks }, provenance),
    direct: figures.every(({ direct }) => direct),
    peers: figures.map(({ to, value, direct }) => ({ to, value: round(value), direct })),
  };
}

/** A sample has no more than five digits that mean something, and a file that is compared by people needs no others. */
function round(value: number, digits = 5): number {
  return Number(value.toPrecision(digits));
}
