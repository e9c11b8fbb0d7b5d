import { readFileSync } from 'node:fs';

export interface ProcessFacts {
  readonly parent: number;
  /** In the kernel's ticks since it started. */
  readonly start: number;
}

/** What the audit asks of processes; tests imitate it. */
export interface ProcReader {
  /** Null for one that is not there, or that is hidden from us. */
  readonly stat: (pid: number) => ProcessFacts | null;
  /** Whether there is such a process, hidden ones included. */
  readonly exists: (pid: number) => boolean;
  /** NAME=VALUE as it was started with; empty where that is not to be read. */
  readonly environment: (pid: number) => readonly string[];
  /** The short name of its program. */
  readonly command: (pid: number) => string | null;
  /** Whether it has loaded CUDA's library; null where that is not to be seen. */
  readonly hasCuda: (pid: number) => boolean | null;
}

export const PROC: ProcReader = {
  stat(pid) {
    const text = tryRead(pid, 'stat');
    // The name may hold anything, blanks and brackets too; fields count from 1, and the third is the first behind it.
    const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
    const [parent, start] = [Number(fields[4 - 3]), Number(fields[22 - 3])];
    return Number.isSafeInteger(parent) && Number.isSafeInteger(start) ? { parent, start } : null;
  },
  exists(pid) {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  },
  environment: (pid) => tryRead(pid, 'environ')?.split('\0') ?? [],
  command: (pid) => tryRead(pid, 'comm')?.trimEnd() ?? null,
  hasCuda(pid) {
    const maps = tryRead(pid, 'maps');
    return maps === null || maps === '' ? null : maps.includes('/libcuda.so');
  },
};

function tryRead(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
