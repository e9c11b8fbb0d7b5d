import type { Stop } from './conclude.ts';
import type { Silence } from './watch-gpus.ts';

/** NVML's number for a lack of permission. */
const NO_PERMISSION = 4;

/** Why the driver told nothing, as a reason of the report. */
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

/** The ranks ended while the driver was still being asked. */
export const explainDelay = (owedMs: number): Stop => ({
  code: 'driver-hangs',
  message: `the driver had not answered for ${(owedMs / 1000).toFixed(1)} s when the ranks had ended`,
});

export const explainBug = (error: unknown): Stop => ({
  code: 'audit-failed',
  message: `a bug in rankplan ended the audit: ${error}`,
});
