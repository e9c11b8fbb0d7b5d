import type { PlanGpu } from '../../generated/plan.ts';
import type { NativeGpuUse, NativeProcess, NativeUse } from '../driver/parse-answer.ts';
import { MPS_SERVER } from '../native.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import type { NameProcess } from './name-process.ts';
import { findPlanned, mappedGpus, type PlannedNode } from './planned-node.ts';

export interface UseQuestion {
  readonly planned: PlannedNode;
  readonly machine: Machine;
  readonly uses: readonly NativeGpuUse[];
  readonly nameProcess: NameProcess;
}

export interface NamedProcess extends NativeProcess {
  readonly name: string;
}

/** What was seen of a planned GPU. */
export interface SeenUse {
  readonly gpu: PlanGpu;
  /** Null if the driver reports nothing about it. */
  readonly found: FoundUse | null;
  /** Who computes there and holds memory, or an unknown amount. */
  readonly others: readonly NamedProcess[];
  /** Processes that are listed with 0 bytes, which some drivers report for all processes in a container. */
  readonly vague: readonly NamedProcess[];
  /** Bytes that unlisted processes hold; null if that is not known. */
  readonly unlistedBytes: number | null;
}

/** Looks at the NVIDIA GPUs that carry ranks. */
export function lookAtGpus({ planned, machine, uses, nameProcess }: UseQuestion): readonly SeenUse[] {
  const isThere = ({ pid }: NativeProcess): boolean => nameProcess(pid) !== null;
  return mappedGpus(planned).flatMap((gpu) => {
    const here = gpu.vendor === 'nvidia' ? findPlanned(gpu, machine) : undefined;
    if (here === undefined) return []; // which is reported already
    const found = findUse(here, uses);
    const listed = found?.use.processes ?? [];
    const foreign = listed.flatMap((process): readonly NamedProcess[] => {
      const name = nameProcess(process.pid);
      return name === null || name.includes(`(${MPS_SERVER}`) ? [] : [{ ...process, name }];
    });
    return {
      gpu,
      found,
      others: foreign.filter(({ usedBytes }) => usedBytes !== 0),
      vague: foreign.filter(({ usedBytes }) => usedBytes === 0),
      unlistedBytes: found === null ? null : countUnlisted(found, isThere),
    };
  });
}

/** What a driver holds for itself, and of contexts what it does not count, stays below. */
const UNLISTED_BYTES = 1.5 * 2 ** 30;

/** Whether memory is in use by others than those listed. A listed one of unknown amount may hold it all, and is reported itself. */
export const hasUnlisted = ({ unlistedBytes, others }: SeenUse): boolean =>
  unlistedBytes !== null &&
  unlistedBytes > UNLISTED_BYTES &&
  others.every(({ usedBytes }) => usedBytes !== null);

export const formatBytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

/** A GPU or MIG instance as the driver reports it. */
export interface FoundUse {
  readonly use: NativeUse;
  /** All that share its memory: itself, and under MIG the other compute instances of its GPU instance. */
  readonly sharers: readonly NativeUse[];
}

/** Finds what the driver reports about a GPU or MIG instance; only the UUID identifies it for certain. */
export function findUse({ uuid }: MachineGpu, uses: readonly NativeGpuUse[]): FoundUse | null {
  for (const gpu of uses) {
    if (uuid !== null && gpu.uuid === uuid) return { use: gpu, sharers: [gpu] };
    const use = gpu.instances.find((instance) => uuid !== null && instance.uuid === uuid);
    if (use === undefined) continue;
    const { gpuInstance } = use;
    const isSharer = (other: NativeUse) =>
      other === use || (gpuInstance !== null && other.gpuInstance === gpuInstance);
    return { use, sharers: gpu.instances.filter(isSharer) };
  }
  return null;
}

/**
 * How much memory is held by others than the `living` processes that the driver lists; null if it does not report how
 * much is held. A process that computes and draws is listed twice.
 */
export function countUnlisted(
  { use, sharers }: FoundUse,
  isLiving: (process: NativeProcess) => boolean,
): number | null {
  if (use.heldBytes === null) return null;
  const known = new Map<number, number>();
  for (const { processes, graphicsProcesses } of sharers)
    for (const process of [...(processes ?? []), ...(graphicsProcesses ?? [])])
      if (isLiving(process))
        known.set(process.pid, Math.max(known.get(process.pid) ?? 0, process.usedBytes ?? 0));
  const listed = [...known.values()].reduce((sum, bytes) => sum + bytes, 0);
  return Math.max(0, use.heldBytes - listed);
}
