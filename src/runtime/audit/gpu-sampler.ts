import { cutLines, describeCall, type Hang } from '../driver/driver-session.ts';
import { type Crash, type NativeUses, parseUses, type SampledProcess } from '../driver/parse-answer.ts';

/** Who uses the GPUs, or why that is not known. */
export type GpuSample = NativeUses | Crash | Hang;

/** Longer than any answer: 1024 GPUs with dozens of processes each. */
const LONGEST_LINE = 2 ** 23;

export type GpuSampler = ReturnType<typeof createGpuSampler>;

/** Who uses the GPUs of a host, by the sampler that its guard has started. */
export function createGpuSampler(ask: () => void) {
  let guard: number | null = null;
  let processes: ReadonlyMap<number, SampledProcess> = new Map();
  let unasked: GpuSample | null = null;
  let hang: Hang = { kind: 'hangs', call: '', gpu: null };
  let answered: ((answer: GpuSample) => void) | null = null;

  const takeLine = (line: string): void => {
    if (!line.startsWith('{')) {
      if (line !== '') hang = describeCall(line);
      return;
    }
    const answer = parseUses(line);
    if (answer.kind !== 'crashed') {
      guard = answer.guard;
      processes = new Map([...answer.ancestors, ...answer.seen].map((one) => [one.pid, one]));
    }
    if (answered === null) unasked = answer;
    answered?.(answer);
    answered = null;
  };

  return {
    /** Takes a part of what the sampler wrote. */
    take: cutLines(takeLine, LONGEST_LINE),
    observe(timeoutMs: number): Promise<GpuSample> {
      hang = { kind: 'hangs', call: '', gpu: null };
      ask();
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(hang), timeoutMs).unref(); // ended ranks do not wait for it
        answered = (answer) => {
          clearTimeout(timer);
          resolve(answer);
        };
      });
    },
    /** The process that all ranks of the host descend from; null while it is not known. */
    guardPid: () => guard,
    /** A process of the last answer. */
    find: (pid: number) => processes.get(pid),
    /** The answer to no question: that from before the ranks; null if it has not come. */
    takeUnasked() {
      const answer = unasked;
      unasked = null;
      return answer;
    },
  };
}
