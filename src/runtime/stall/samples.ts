/** What a rank and all the processes that it has started do, as a guard saw it (native/exec/look/ask-rank.c). */
export interface RankUse {
  /** Of /proc/PID/stat: `T` and `t` are stopped, `D` is asleep in the kernel; any other needs no attention. */
  readonly state: string;
  /** The process that is in that state. */
  readonly about: number;
  readonly cpuMs: number;
  /** Read and written; null: the kernel does not show it. */
  readonly bytes: number | null;
  /** It has a connection to the port of rank 0; null: the kernel does not show this user its connections. */
  readonly isJoined: boolean | null;
}

/** Null if it is not an answer. */
export function readUse(text: string): RankUse | null {
  const match = /^([A-Za-z]) (\d+) (\d+) (-?\d+) ([01?])$/.exec(text);
  if (match === null) return null;
  const [, state = '', about, cpu, bytes, joined] = match;
  return {
    ...{ state, about: Number(about), cpuMs: Number(cpu) },
    ...{ bytes: Number(bytes) < 0 ? null : Number(bytes), isJoined: joined === '?' ? null : joined === '1' },
  };
}

export const isStopped = ({ state }: RankUse): boolean => state === 'T' || state === 't';
export const isInDiskSleep = ({ state }: RankUse): boolean => state === 'D';

/** Less than this part of a core is no work: threads that wait wake up now and then. */
const BUSY_SHARE = 0.05;

/**
 * Fewer bytes are none: a thread of PyTorch's worker server that allocates for the first time, when it is asked, has the C
 * library read the list of CPUs ("0-63"). On a host with many cores the server has as many threads.
 */
const LEAST_BYTES = 100;

/** Whether the rank worked between two looks: it used CPU time, or read or wrote. */
export function hasWorked(before: RankUse, after: RankUse, elapsedMs: number): boolean {
  const isBytes =
    before.bytes !== null && after.bytes !== null && Math.abs(after.bytes - before.bytes) >= LEAST_BYTES;
  return isBytes || hasComputed(before, after, elapsedMs);
}

export const hasComputed = (before: RankUse, after: RankUse, elapsedMs: number): boolean =>
  after.cpuMs - before.cpuMs >= elapsedMs * BUSY_SHARE;
