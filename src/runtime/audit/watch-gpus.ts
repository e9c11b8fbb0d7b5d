import type { NativeGpuUse } from '../driver/parse-answer.ts';
import { describeSilence } from '../probe/explain-failure.ts';
import type { Stop } from './conclude.ts';
import type { GpuSample } from './gpu-sampler.ts';

/** When a sample began, and which ranks ran then. */
interface Moment {
  readonly atMs: number;
  readonly running: readonly number[];
}

interface Watch {
  readonly observe: () => Promise<GpuSample>;
  readonly longestDelayMs: number;
  readonly begin: () => Moment;
  readonly see: (gpus: readonly NativeGpuUse[], begun: Moment) => void;
  /** Why no more samples are taken: the driver did not answer, or the audit has a bug, which is no reason to end ranks. */
  readonly stop: (reason: Stop) => void;
}

export type RunningWatch = ReturnType<typeof watchGpus>;

/** A driver that takes longer counts as hung, and is not called again. */
export const SAMPLE_MS = 10_000;

/**
 * Samples the GPUs again and again, one sample at a time, until it is stopped or the driver fails. An answer that comes
 * after that is not looked at.
 */
export function watchGpus({ observe, longestDelayMs, begin, see, stop }: Watch) {
  let timer: NodeJS.Timeout | null = null;
  let askedMs: number | null = null;
  let isOver = false;
  const end = (reason: Stop): void => {
    isOver = true;
    stop(reason);
  };
  const sample = async (): Promise<void> => {
    const begun = begin();
    const startMs = performance.now();
    askedMs = startMs;
    const answer = await observe();
    askedMs = null;
    if (isOver) return;
    if (answer.kind !== 'found') return end(explainSilence(answer));
    see(answer.gpus, begun);
    const tookMs = performance.now() - startMs;
    schedule(chooseDelay(begun.atMs + tookMs, tookMs, longestDelayMs));
  };
  const schedule = (delayMs: number): void => {
    timer = setTimeout(() => {
      sample().catch((error: unknown) =>
        end({ code: 'audit-failed', message: `a bug in rankplan ended the audit: ${error}` }),
      );
    }, delayMs);
  };
  schedule(chooseDelay(0, 0, longestDelayMs));
  return {
    /** Returns for how long the driver has owed an answer; null if it does not. */
    stop(): number | null {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
      return askedMs === null ? null : performance.now() - askedMs;
    },
  };
}

const SHORTEST_MS = 250;
/** The longest time between samples. */
export const LONGEST_MS = 10_000;
/** The same while the figures are shown. */
export const LONGEST_WATCHED_MS = 2000;

/**
 * How long to wait for the next sample: an eighth of the time since the start, at first a quarter of a second. So what
 * holds a GPU for a quarter of its time so far is seen twice. A slow driver is busy with that for half of the time at most.
 */
export const chooseDelay = (elapsedMs: number, lastSampleMs: number, longestMs: number): number =>
  Math.max(lastSampleMs, Math.min(longestMs, Math.max(SHORTEST_MS, elapsedMs / 8)));

/** NVML's number for a lack of permission. */
const NO_PERMISSION = 4;

const CODES = {
  'no-library': 'no-driver',
  'useless-library': 'no-driver',
  crashed: 'driver-crashed',
  hangs: 'driver-hangs',
  failed: 'driver-fails',
  found: 'audit-failed', // an answer is no silence
} as const;

/** Why there are no samples, as a reason of the report. */
export function explainSilence(silence: GpuSample): Stop {
  const asked = { explicit: null, library: null, sysfs: null, timeoutMs: SAMPLE_MS };
  const { message = '', notes = [] } = describeSilence(silence, asked) ?? {};
  const isForbidden = silence.kind === 'failed' && silence.failure.status === NO_PERMISSION;
  return {
    code: isForbidden ? 'no-permission' : CODES[silence.kind],
    message: [message, ...notes.slice(0, 1)].join(': '),
  };
}

/** The ranks ended before the driver had answered. */
export const explainDelay = (owedMs: number): Stop => ({
  code: 'driver-hangs',
  message: `the driver had not answered for ${(owedMs / 1000).toFixed(1)} s when the ranks had ended`,
});
