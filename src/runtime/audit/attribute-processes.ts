import { tryRead } from '../try-read.ts';
import { isMpsProgram, type Owner } from './sample.ts';

/** How the processes of a run are known. */
export interface RunMarks {
  /** The process that all ranks descend from, and their orphans; null while it is not known. */
  readonly guardPid: () => number | null;
  /** RANKPLAN_RUN_DIR of its ranks. */
  readonly folder: string;
  readonly ranks: readonly number[];
}

export interface Attributor {
  /** Tells that a rank was started; while it lives, its descendants are known by it. */
  readonly noteStart: (rank: number, pid: number) => void;
  readonly attribute: (pid: number) => { readonly start: number | null; readonly owner: Owner };
}

/** Longer than any line of ancestors; a loop is possible where PIDs are reused while we climb. */
const MOST_ANCESTORS = 4096;

/**
 * Says whose a process is: that of the rank from which it descends, or whose mark is in its environment. What was a
 * rank's stays so when its parents have ended. PIDs are reused, so a process is its PID and its start.
 */
export function createAttributor(marks: RunMarks, proc: ProcReader): Attributor {
  /** Of the ranks' own processes: PID and start by rank. */
  const roots = new Map<number, { readonly rank: number; readonly start: number }>();
  const known = new Map<string, Owner>();
  /** Ranks of which nothing has been seen yet, by PID: those of another machine. */
  const awaited = new Map<number, number>();

  const findAncestor = (pid: number): number | 'run' | null => {
    for (let at = pid, steps = 0; at > 1 && steps < MOST_ANCESTORS; steps++) {
      if (at === marks.guardPid()) return 'run';
      const facts = proc.stat(at);
      if (facts === null) return null;
      if (facts.parent === marks.guardPid()) noteRoot(at, facts.start);
      const root = roots.get(at);
      if (root !== undefined && root.start === facts.start) return root.rank;
      at = facts.parent;
    }
    return null;
  };

  const noteRoot = (pid: number, start: number): void => {
    const rank = awaited.get(pid);
    if (rank !== undefined) roots.set(pid, { rank, start });
    awaited.delete(pid);
  };

  const noteStart = (rank: number, pid: number): void => {
    const facts = proc.stat(pid);
    if (facts === null) awaited.set(pid, rank);
    else if (marks.guardPid() === null || findAncestor(facts.parent) === 'run')
      roots.set(pid, { rank, start: facts.start });
  };

  const findOwner = (pid: number): Owner => {
    const command = proc.command(pid);
    // Whoever started it: it is on the GPUs of all its clients.
    if (isMpsProgram(command)) return { kind: 'foreign', command };
    const ancestor = findAncestor(pid);
    const rank = typeof ancestor === 'number' ? ancestor : readMark(proc.environment(pid), marks);
    if (rank !== null) return { kind: proc.hasCuda(pid) === true ? 'rank' : 'unproven', rank };
    return ancestor === 'run' ? { kind: 'run' } : { kind: 'foreign', command };
  };

  const attribute: Attributor['attribute'] = (pid) => {
    // The driver's word for a process that our namespace has no number for.
    if (pid <= 0) return { start: null, owner: { kind: 'foreign', command: null } };
    const start = proc.stat(pid)?.start ?? null;
    if (start === null)
      return { start, owner: proc.exists(pid) ? { kind: 'foreign', command: null } : { kind: 'absent' } };
    const identity = `${pid}@${start}`;
    const owner = known.get(identity) ?? findOwner(pid);
    if (owner.kind === 'rank') known.set(identity, owner);
    return { start, owner };
  };

  return { noteStart, attribute };
}

/** The rank that the environment names, if it is of this run. */
function readMark(environment: readonly string[], { folder, ranks }: RunMarks): number | null {
  if (!environment.includes(`RANKPLAN_RUN_DIR=${folder}`)) return null;
  return ranks.find((rank) => environment.includes(`RANKPLAN_RANK=${rank}`)) ?? null;
}

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
    const text = tryRead(`/proc/${pid}/stat`);
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
  environment: (pid) => tryRead(`/proc/${pid}/environ`)?.split('\0') ?? [],
  command: (pid) => tryRead(`/proc/${pid}/comm`)?.trimEnd() ?? null,
  hasCuda(pid) {
    const maps = tryRead(`/proc/${pid}/maps`);
    return maps === null || maps === '' ? null : maps.includes('/libcuda.so');
  },
};
