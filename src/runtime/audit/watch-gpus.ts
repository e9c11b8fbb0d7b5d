import type { DriverAnswer } from '../driver/driver-session.ts';
import type { NativeGpuUse, NativeUses } from '../native.ts';
import type { Stop } from './conclude.ts';

/** Any answer but the samples. */
export type Silence = Exclude<DriverAnswer<NativeUses>, { readonly kind: 'found' }> | NativeUses;

/** When a sample began, and which ranks ran then. */
export interface Moment {
  readonly atMs: number;
  readonly running: readonly number[];
}

export interface Watch {
  readonly observe: () => Promise<DriverAnswer<NativeUses>>;
  readonly longestDelayMs: number;
  /** Called before each sample. */
  readonly begin: () => Moment;
  readonly see: (gpus: readonly NativeGpuUse[], begun: Moment) => void;
  /** The driver did not answer, and is not called again. */
  readonly giveUp: (silence: Silence) => void;
  /** A bug in the audit, which is no reason to end ranks. */
  readonly fail: (error: unknown) => void;
}

export interface RunningWatch {
  /** For how long the driver has owed an answer; null if it does not. */
  readonly stop: () => number | null;
}

/**
 * Samples the GPUs again and again, one sample at a time, until it is stopped or the driver fails. An answer that comes
 * after that is not looked at.
 */
export function watchGpus({ observe, longestDelayMs, begin, see, giveUp, fail }: Watch): RunningWatch {
  let timer: NodeJS.Timeout | null = null;
  let askedMs: number | null = null;
  let isOver = false;
  const sample = async (): Promise<void> => {
    const begun = begin();
    const startMs = performance.now();
    askedMs = startMs;
    const answer = await observe();
    askedMs = null;
    if (isOver) return;
    if (answer.kind !== 'found') {
      isOver = true;
      giveUp(answer);
      return;
    }
    see(answer.gpus, begun);
    const tookMs = performance.now() - startMs;
    schedule(chooseDelay(begun.atMs + tookMs, tookMs, longestDelayMs));
  };
  const schedule = (delayMs: number): void => {
    timer = setTimeout(() => {
      sample().catch((error: unknown) => {
        isOver = true;
        fail(error);
      });
    }, delayMs);
  };
  schedule(chooseDelay(0, 0, longestDelayMs));
  return {
    stop() {
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

/** Why there are no samples, as a reason of the report. */
export function explainSilence(silence: Silence, timeoutMs: number): Stop {
  switch (silence.kind) {
    case 'no-addon':
      return { code: 'no-addon', message: "rankplan's native part, which asks the driver, cannot be loaded" };
    case 'no-library':
      return { code: 'no-driver', message: 'there is no NVIDIA driver' };
    case 'useless-library':
      return {
        code: 'no-driver',
        message: `${silence.library} is no driver library: it lacks ${silence.lacks}`,
      };
    case 'crashed':
      return {
        code: 'driver-crashed',
        message: `the process that asks the driver ended without an answer (${silence.how}${silence.said === '' ? '' : `: ${silence.said}`})`,
      };
    case 'hangs':
      return {
        code: 'driver-hangs',
        message: `the driver did not answer${silence.call === '' ? '' : ` ${silence.call}`} within ${timeoutMs / 1000} s, and was not asked again`,
      };
    default: {
      const { call, status, text } = silence.failure;
      const code = status === NO_PERMISSION ? 'no-permission' : 'driver-fails';
      return { code, message: `the driver answered ${status}${text === '' ? '' : ` (${text})`} to ${call}` };
    }
  }
}

/** The ranks ended before the driver had answered. */
export const explainDelay = (owedMs: number): Stop => ({
  code: 'driver-hangs',
  message: `the driver had not answered for ${(owedMs / 1000).toFixed(1)} s when the ranks had ended`,
});

export const explainBug = (error: unknown): Stop => ({
  code: 'audit-failed',
  message: `a bug in rankplan ended the audit: ${error}`,
});
