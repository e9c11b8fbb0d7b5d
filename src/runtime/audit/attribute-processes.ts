import type { NativeGpuUse, NativeUse } from '../driver/parse-answer.ts';
import { inBusOrder, type Placed } from '../probe/bus-order.ts';
import type { GpuSampler } from './gpu-sampler.ts';
import { isMpsProgram, type Owner, type SeenGpu } from './sample.ts';

type Attribute = ReturnType<typeof createAttributor>['attribute'];

/** Longer than any line of ancestors; a loop is possible where PIDs are reused while they are read. */
const MOST_ANCESTORS = 4096;

/**
 * Finds the owner of a process: the rank from which it descends, or which its environment names. A process of a rank
 * stays one after its parents have ended. PIDs are reused, so its PID and its start identify a process.
 */
export function createAttributor(
  ranks: readonly number[],
  { guardPid, find }: Pick<GpuSampler, 'guardPid' | 'find'>,
) {
  /** The ranks' own processes: rank and start by PID. */
  const roots = new Map<number, { readonly rank: number; readonly start: number }>();
  const known = new Map<string, Owner>();
  /** Ranks whose process has not been seen yet, by PID. */
  const awaited = new Map<number, number>();

  const stat = (pid: number) => {
    const { parent = null, start = null } = find(pid) ?? {};
    return parent === null || start === null ? null : { parent, start };
  };

  const findAncestor = (pid: number): number | 'run' | null => {
    for (let at = pid, steps = 0; at > 1 && steps < MOST_ANCESTORS; steps++) {
      if (at === guardPid()) return 'run';
      const facts = stat(at);
      if (facts === null) return null;
      if (facts.parent === guardPid()) noteRoot(at, facts.start);
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
    const facts = stat(pid);
    if (facts === null) awaited.set(pid, rank);
    else if (findAncestor(facts.parent) === 'run') roots.set(pid, { rank, start: facts.start });
  };

  const findOwner = (pid: number): Owner => {
    const { command = null, rank: named = null, hasCuda } = find(pid) ?? {};
    // A program of MPS is on the GPUs of all its clients, whoever started it.
    if (isMpsProgram(command)) return { kind: 'foreign', command };
    const ancestor = findAncestor(pid);
    const marked = ranks.find((rank) => rank === named) ?? null;
    const rank = typeof ancestor === 'number' ? ancestor : marked;
    if (rank !== null) return { kind: hasCuda === true ? 'rank' : 'unproven', rank };
    return ancestor === 'run' ? { kind: 'run' } : { kind: 'foreign', command };
  };

  const attribute = (pid: number): { readonly start: number | null; readonly owner: Owner } => {
    // The driver reports 0 for a process that has no PID in our namespace.
    if (pid <= 0) return { start: null, owner: { kind: 'foreign', command: null } };
    const start = stat(pid)?.start ?? null;
    if (start === null) {
      const isThere = find(pid)?.exists === true;
      return { start, owner: isThere ? { kind: 'foreign', command: null } : { kind: 'absent' } };
    }
    const identity = `${pid}@${start}`;
    const owner = known.get(identity) ?? findOwner(pid);
    if (owner.kind === 'rank') known.set(identity, owner);
    return { start, owner };
  };

  return { noteStart, attribute };
}

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
