import type { NativeGpuUse, NativeUse } from '../native.ts';
import { inBusOrder, type Placed } from '../probe/bus-order.ts';
import { processExists, tryRead } from '../try-read.ts';
import { isMpsProgram, type Owner, type SeenGpu } from './sample.ts';

/** How the processes of a run are known. */
export interface RunMarks {
  /** The process that all ranks descend from, and their orphans; null while it is not known. */
  readonly guardPid: () => number | null;
  /** RANKPLAN_RUN_DIR of its ranks. */
  readonly folder: string;
  readonly ranks: readonly number[];
}

type Attribute = ReturnType<typeof createAttributor>['attribute'];

/** Longer than any line of ancestors; a loop is possible where PIDs are reused while we climb. */
const MOST_ANCESTORS = 4096;

/**
 * Finds the owner of a process: the rank from which it descends, or which its environment names. A process of a rank
 * stays one after its parents have ended. PIDs are reused, so its PID and its start identify a process.
 */
export function createAttributor(marks: RunMarks, proc: ProcReader) {
  /** The ranks' own processes: rank and start by PID. */
  const roots = new Map<number, { readonly rank: number; readonly start: number }>();
  const known = new Map<string, Owner>();
  /** Ranks whose process has not been seen yet, by PID: those of another machine. */
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

  /** Notes the process of a rank; while it lives, its descendants are recognized by it. */
  const noteStart = (rank: number, pid: number): void => {
    const facts = proc.stat(pid);
    if (facts === null) awaited.set(pid, rank);
    else if (marks.guardPid() === null || findAncestor(facts.parent) === 'run')
      roots.set(pid, { rank, start: facts.start });
  };

  const findOwner = (pid: number): Owner => {
    const command = proc.command(pid);
    // A program of MPS is on the GPUs of all its clients, whoever started it.
    if (isMpsProgram(command)) return { kind: 'foreign', command };
    const ancestor = findAncestor(pid);
    const rank = typeof ancestor === 'number' ? ancestor : readMark(proc.environment(pid), marks);
    if (rank !== null) return { kind: proc.hasCuda(pid) === true ? 'rank' : 'unproven', rank };
    return ancestor === 'run' ? { kind: 'run' } : { kind: 'foreign', command };
  };

  const attribute = (pid: number): { readonly start: number | null; readonly owner: Owner } => {
    // The driver reports 0 for a process that has no PID in our namespace.
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

/** What the audit reads about processes; tests replace it. */
export interface ProcReader {
  /** `start` is in the kernel's ticks. Null for a process that is not there, or that is hidden from us. */
  readonly stat: (pid: number) => { readonly parent: number; readonly start: number } | null;
  /** Hidden ones included. */
  readonly exists: (pid: number) => boolean;
  /** NAME=VALUE as it was started with; empty if it cannot be read. */
  readonly environment: (pid: number) => readonly string[];
  readonly command: (pid: number) => string | null;
  /** Whether it has loaded CUDA's library; null if that cannot be read. */
  readonly hasCuda: (pid: number) => boolean | null;
}

export const PROC: ProcReader = {
  stat(pid) {
    const text = tryRead(`/proc/${pid}/stat`);
    // The name may hold anything, blanks and brackets too; fields count from 1, and the third is the first after it.
    const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
    const [parent, start] = [Number(fields[4 - 3]), Number(fields[22 - 3])];
    return Number.isSafeInteger(parent) && Number.isSafeInteger(start) ? { parent, start } : null;
  },
  exists: processExists,
  environment: (pid) => tryRead(`/proc/${pid}/environ`)?.split('\0') ?? [],
  command: (pid) => tryRead(`/proc/${pid}/comm`)?.trimEnd() ?? null,
  hasCuda(pid) {
    const maps = tryRead(`/proc/${pid}/maps`);
    return maps === null || maps === '' ? null : maps.includes('/libcuda.so');
  },
};

/** What the driver saw, as the audit speaks of it: with MIG instances in place of a GPU that is divided. */
export function listGpus(gpus: readonly NativeGpuUse[], attribute: Attribute): readonly SeenGpu[] {
  const placed = inBusOrder(gpus);
  const firstUncertain = findUncertain(placed);
  const see = ({ uuid, usedBytes, totalBytes, processes }: NativeUse, place: string) => ({
    key: uuid ?? place,
    uuid,
    usedBytes,
    totalBytes,
    processes: processes?.map(({ pid, usedBytes }) => ({ pid, usedBytes, ...attribute(pid) })) ?? null,
  });
  return placed.flatMap(({ gpu, index }, position): SeenGpu | SeenGpu[] => {
    if (gpu.instances.length === 0)
      return {
        ...see(gpu, `${index}`),
        name: `GPU ${index}`,
        index: position >= firstUncertain ? null : index,
        utilization: gpu.utilization,
      };
    return gpu.instances.map((instance, i) => ({
      ...see(instance, `${index}:${i}`),
      name: instance.uuid ?? `instance ${index}:${i}`,
      index: null,
      utilization: null,
    }));
  });
}

/**
 * The position from which on indices are uncertain: the first GPU that cannot be used, because CUDA may not count it.
 * All indices are uncertain if such a GPU reports no address and the driver does not list GPUs by address.
 */
function findUncertain(placed: readonly Placed<NativeGpuUse>[]): number {
  const firstSick = placed.findIndex(({ gpu }) => gpu.failure !== null);
  if (firstSick < 0) return placed.length;
  const isByAddress = placed.every(({ place, index }) => place === index);
  const isAnyHidden = placed.some(({ gpu }) => gpu.failure !== null && gpu.pci === null);
  return isAnyHidden && !isByAddress ? 0 : firstSick;
}
