import { type Crash, cutLines, describeCall, type Hang } from '../driver/driver-session.ts';
import { parseJson } from '../json.ts';
import type { NativeUses } from '../native.ts';
import { attempt } from '../try-read.ts';

/** What a sampler writes: native/probe/watch.h. Nothing of another host's is believed to be as it should. */
interface SampledUses extends NativeUses {
  readonly guard: number;
  readonly seen: readonly SampledProcess[];
  readonly ancestors: readonly SampledProcess[];
}

/** A process on a GPU, or one that it descends from, of which only the first three are known. */
export interface SampledProcess {
  readonly pid: number;
  readonly parent: number | null;
  /** In the kernel's ticks; null for a process that is not there, or that is hidden from us. */
  readonly start: number | null;
  /** Hidden ones included. */
  readonly exists?: boolean;
  readonly command?: string | null;
  /** The rank that its environment names, if that is of this run. */
  readonly rank?: number | null;
  /** Whether it has loaded CUDA's library; null if that cannot be read. */
  readonly hasCuda?: boolean | null;
}

/** Who uses the GPUs, or why that is not known. */
export type GpuSample = NativeUses | Crash | Hang;

/** Longer than any answer: 1024 GPUs with dozens of processes each. */
const LONGEST_LINE = 2 ** 23;

export const UNREADABLE: Crash = { kind: 'crashed', how: 'an answer that cannot be read', said: '' };

export type GpuSampler = ReturnType<typeof createGpuSampler>;

/** Who uses the GPUs of a host, by the sampler that its guard has started. */
export function createGpuSampler(ask: () => void) {
  let guard: number | null = null;
  let processes: ReadonlyMap<number, SampledProcess> = new Map();
  let unasked: GpuSample | null = null;
  let hang: Hang = { kind: 'hangs', call: '', gpu: null };
  let answered: ((answer: GpuSample) => void) | null = null;

  const read = (line: string): GpuSample => {
    const answer = parseJson(line) as SampledUses | Crash | Hang;
    if (answer.kind !== 'found') return answer;
    guard = answer.guard;
    processes = new Map([...answer.ancestors, ...answer.seen].map((one) => [one.pid, one]));
    return answer;
  };
  const takeLine = (line: string): void => {
    if (!line.startsWith('{')) {
      if (line !== '') hang = describeCall(line);
      return;
    }
    const answer = attempt(() => read(line)) ?? UNREADABLE;
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
