import type { NativeGpuUse, NativeProcess, NativeUse } from '../native.ts';
import type { MachineGpu } from '../probe/machine.ts';

/** A GPU or MIG instance as the driver tells of it. */
export interface FoundUse {
  readonly use: NativeUse;
  /** All that share its memory: itself, and under MIG the other compute instances of its GPU instance. */
  readonly sharers: readonly NativeUse[];
}

/** What the driver tells of a GPU or MIG instance, which only its UUID tells apart for certain. */
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
 * How much memory is held by what is not among the `living` processes that the driver lists; null where it does not tell
 * how much is held. One that computes and draws is listed twice.
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
