/** What rankplan-probe prints (native/probe/report.cpp). Everything that a driver did not tell is null. */
export interface ProbeDocument {
  readonly format: 'rankplan-probe/1';
  readonly driver: string | null;
  readonly libraries: Readonly<Record<'cuda' | 'nvml' | 'cublas', string | null>>;
  /** Why there are no clocks and processes; null when there are. */
  readonly withoutNvml: string | null;
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
  /** Without the kind: CUDA does not tell a GPU from a MIG instance. */
  readonly uuid: string;
  readonly model: string;
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

export const QUALITIES = ['ok', 'noisy', 'throttled', 'busy'] as const;
export type Quality = (typeof QUALITIES)[number];

/** A measured figure, in its unit. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly method: string;
  readonly p7: number;
  readonly p93: number;
  /** Relative standard deviation of the samples. */
  readonly variation: number;
  readonly quality: Quality;
  readonly remarks: readonly string[];
  readonly during: Health;
}

export interface Health {
  readonly smMHz: number | null;
  readonly memoryMHz: number | null;
  readonly celsius: number | null;
  readonly milliwatts: number | null;
  readonly throttle: readonly string[] | null;
}

/** Reads the document; null when the text is none, as when another program stands in for rankplan-probe. */
export function parseProbeDocument(text: string): ProbeDocument | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null; // cut short, or no JSON: the caller tells what the program said instead
  }
  return isDocument(value) ? value : null;
}

function isDocument(value: unknown): value is ProbeDocument {
  return (
    isRecord(value) &&
    value['format'] === 'rankplan-probe/1' &&
    isRecord(value['libraries']) &&
    (value['failure'] === null || isFailure(value['failure'])) &&
    isListOf(value['gpus'], isGpu)
  );
}

function isGpu(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['uuid'] === 'string' &&
    (value['failure'] === null || isFailure(value['failure'])) &&
    isListOf(
      value['metrics'],
      (metric) => isRecord(metric) && typeof metric['metric'] === 'string' && isOutcome(metric),
    ) &&
    isListOf(value['peers'], (peer) => isRecord(peer) && typeof peer['to'] === 'string' && isOutcome(peer))
  );
}

function isOutcome(value: Readonly<Record<string, unknown>>): boolean {
  if ('failure' in value) return isFailure(value['failure']);
  if ('absent' in value) return typeof value['absent'] === 'string';
  const numbers = ['value', 'p7', 'p93', 'variation'].map((key) => value[key]);
  return (
    numbers.every((number) => typeof number === 'number' && number >= 0) &&
    value['value'] !== 0 &&
    typeof value['unit'] === 'string' &&
    typeof value['method'] === 'string' &&
    QUALITIES.some((quality) => quality === value['quality']) &&
    isListOf(value['remarks'], (remark) => typeof remark === 'string') &&
    isRecord(value['during'])
  );
}

function isFailure(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['call'] === 'string' &&
    typeof value['status'] === 'number' &&
    typeof value['advice'] === 'string'
  );
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
