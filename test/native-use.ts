import type { NativeGpuUse } from '../src/runtime/driver/parse-answer.ts';

/** A process as the driver lists it. */
export const nativeProcess = (pid: number, usedBytes: number | null) => ({
  ...{ pid, usedBytes, gpuInstance: null, computeInstance: null, isMpsClient: false },
});

/** What the driver says of who uses a GPU: nobody, unless said otherwise. */
export const gpuUse = (uuid: string, given: Partial<NativeGpuUse> = {}): NativeGpuUse => ({
  ...{ uuid, pci: null, usedBytes: null, heldBytes: null, totalBytes: null, gpuInstance: null },
  ...{ processes: [], graphicsProcesses: null, utilization: null, instances: [], failure: null },
  ...given,
});
