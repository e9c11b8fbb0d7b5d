import type { Conditions, Metric } from '../../generated/inventory.ts';
import { parseJson } from '../try-read.ts';

/** What rankplan-probe prints (native/probe/report.cpp). Everything that a driver did not report is null. */
export interface ProbeDocument {
  readonly format: 'rankplan-probe/1';
  readonly driver: string | null;
  /** Why nothing was measured at all. */
  readonly failure: ProbeFailure | null;
  readonly gpus: readonly ProbedGpu[];
}

/** A call that did not work out. */
export interface ProbeFailure {
  readonly call: string;
  readonly status: number;
  readonly name: string | null;
  readonly advice: string;
}

export interface ProbedGpu {
  /** Without its prefix: CUDA does not report whether it is a GPU or a MIG instance. */
  readonly uuid: string;
  readonly failure: ProbeFailure | null;
  readonly failedAt: string | null;
  readonly metrics: readonly MetricOutcome[];
  readonly peers: readonly PeerOutcome[];
}

export type MetricOutcome = { readonly metric: string } & (
  | Figure
  | { readonly absent: string; readonly lasting: boolean }
  | { readonly failure: ProbeFailure }
);

export type PeerOutcome = { readonly to: string; readonly direct: boolean } & (
  | Figure
  | { readonly failure: ProbeFailure }
);

const QUALITIES = ['ok', 'noisy', 'throttled', 'busy'] as const;

type FigureKey = 'value' | 'unit' | 'method' | 'p7' | 'p93' | 'variation' | 'quality' | 'remarks';

export interface Figure extends Readonly<Required<Pick<Metric, FigureKey>>> {
  readonly during: Required<Omit<Conditions, 'watts'>> & { readonly milliwatts: number | null };
}

/** Reads the document; null if the text is not one, as when another program runs in place of rankplan-probe. */
export function parseProbeDocument(text: string): ProbeDocument | null {
  const value = parseJson(text) as ProbeDocument | null;
  return value?.format === 'rankplan-probe/1' ? value : null;
}

/** Where a figure comes from. */
export interface Provenance {
  /** Appended to the method: figures of a GPU alone and of one among others do not compare. */
  readonly suffix: string;
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
      throttle,
    },
    ...(figure.remarks.length === 0 ? {} : { remarks: figure.remarks }),
  };
}

/**
 * The copies to all peers as one metric: the slowest, because a ring is as fast as its slowest link. Null when one of
 * them failed, or when there are none.
 */
export function describePeers(peers: readonly PeerOutcome[], provenance: Provenance): Metric | null {
  const figures = peers.flatMap((peer) => ('value' in peer ? [peer] : []));
  const [slowest] = figures.toSorted((a, b) => a.value - b.value);
  if (slowest === undefined || figures.length < peers.length) return null;
  const quality = QUALITIES.findLast((name) => figures.some((figure) => figure.quality === name)) ?? 'ok';
  const remarks = [...new Set(figures.flatMap((figure) => figure.remarks))];
  return {
    ...describeMetric({ ...slowest, quality, remarks }, provenance),
    direct: figures.every(({ direct }) => direct),
    peers: figures.map(({ to, value, direct }) => ({ to, value: round(value), direct })),
  };
}

/** A sample has no more than five digits that mean something, and a file that is compared by people needs no others. */
const round = (value: number, digits = 5): number => Number(value.toPrecision(digits));
