import { join } from 'node:path';

export interface CallFailure {
  readonly call: string;
  /** NVML's number for the reason. */
  readonly status: number;
  readonly text: string;
}

export interface NativeInstance {
  readonly uuid: string | null;
  readonly model: string | null;
  readonly memoryBytes: number | null;
  readonly gpuInstance: number | null;
  readonly computeInstance: number | null;
}

export interface PciAddress {
  readonly domain: number;
  readonly bus: number;
  readonly device: number;
}

export interface NativeFabric {
  /** A UUID; all zeros where the fabric is this machine's own. */
  readonly cluster: string;
  readonly clique: number;
  readonly isComplete: boolean;
}

export interface NativeGpu {
  readonly uuid: string | null;
  readonly pci: PciAddress | null;
  readonly model: string | null;
  readonly memoryBytes: number | null;
  readonly computeCapability: string | null;
  readonly cpus: string | null;
  readonly numaNode: number | null;
  /** It is in MIG mode; there need not be instances yet. */
  readonly isDivided: boolean;
  readonly instances: readonly NativeInstance[];
  /** For each GPU in the driver's order; empty if not known. */
  readonly links: readonly string[];
  /** The NVLink fabric that it belongs to; null if no fabric can have it, or the driver is too old to say. */
  readonly fabric: NativeFabric | null;
  /** Why this GPU cannot be used at all. */
  readonly failure: CallFailure | null;
}

/** The outcome of a request to the driver; `kind` decides which fields are meaningful (native/core/facts.h). */
export interface NativeOutcome {
  readonly kind: 'found' | 'no-library' | 'useless-library' | 'failed';
  readonly library: string;
  readonly openFailures: readonly { readonly name: string; readonly reason: string }[];
  /** The function that a useless library lacks. */
  readonly lacks: string;
  readonly failure: CallFailure;
}

export interface NativeFacts extends NativeOutcome {
  readonly driver: string | null;
  /** 13000 is 13.0. */
  readonly cudaVersion: number | null;
  readonly gpus: readonly NativeGpu[];
}

export interface NativeProcess {
  /** In the driver's PID namespace, which need not be this one. */
  readonly pid: number;
  readonly usedBytes: number | null;
  readonly gpuInstance: number | null;
  readonly computeInstance: number | null;
  /** It works through the server of the Multi-Process Service, which is listed as well. */
  readonly isMpsClient: boolean;
}

export interface NativeUse {
  readonly uuid: string | null;
  readonly usedBytes: number | null;
  /** What processes hold of it; null if it cannot be separated from what firmware or the host keep there. */
  readonly heldBytes: number | null;
  readonly totalBytes: number | null;
  /** The GPU instance of a MIG instance; MIG instances with the same number share its memory. */
  readonly gpuInstance: number | null;
  /** Those that compute, each once; null if the driver does not list them. */
  readonly processes: readonly NativeProcess[] | null;
  /** Those that draw, and may compute as well. */
  readonly graphicsProcesses: readonly NativeProcess[] | null;
}

export interface NativeGpuUse extends NativeUse {
  readonly pci: PciAddress | null;
  /** Percent of the last second or less in which something ran. */
  readonly utilization: number | null;
  /** Under MIG, where processes are reported by instance. */
  readonly instances: readonly NativeUse[];
  /** Why nothing is known of this GPU. */
  readonly failure: CallFailure | null;
}

/** Who uses the GPUs at one moment (native/core/use-facts.h). */
export interface NativeUses extends NativeOutcome {
  readonly gpus: readonly NativeGpuUse[];
}

/** NVIDIA's Multi-Process Service, which holds GPUs for its clients; the kernel cuts names at 15 characters. */
export const MPS_SERVER = 'nvidia-cuda-mps';

/** What the addon exports: answers are JSON, of NativeFacts and NativeUses. */
export interface NativeAddon {
  readonly discover: (question: NativeQuestion) => Promise<string>;
  readonly observe: (question: NativeQuestion) => Promise<string>;
}

export interface NativeQuestion {
  /** The file of the driver library, null for the one that the linker finds. */
  readonly library: string | null;
  /** More questions follow: a driver without other users would start and stop every GPU for each of them. */
  readonly keepsDriver: boolean;
  /** A descriptor for a line `CALL GPU` before each call of the driver (native/core/progress.h); null for none. */
  readonly progress: number | null;
}

export interface LoadFailure {
  readonly path: string;
  readonly reason: string;
}

export type LoadedAddon =
  | { readonly addon: NativeAddon }
  | { readonly addon: null; readonly failures: readonly LoadFailure[] };

export interface NativePlaces {
  /** A file that is wanted, and no other; null for the usual place. */
  readonly explicit: string | null;
  /** The folder of the bundle: what ships lies below it. */
  readonly folder: string;
}

/** The file of a native part. */
export const findNative = ({ explicit, folder }: NativePlaces, name: string): string =>
  explicit ?? join(folder, 'native', `${process.platform}-${process.arch}`, name);

/** Loads the addon, or says why it will not do. */
export function loadAddon(places: NativePlaces): LoadedAddon {
  const path = findNative(places, 'rankplan.node');
  const module: { exports: Partial<NativeAddon> } = { exports: {} };
  let reason = 'it is an addon, but not that of this version of rankplan';
  try {
    process.dlopen(module, path);
    const { discover, observe } = module.exports;
    if (typeof discover === 'function' && typeof observe === 'function')
      return { addon: { discover, observe } };
  } catch (error) {
    // The linker's first line, less the path, which is reported anyway.
    reason = (error as Error).message.split('\n')[0]?.replace(`${path}: `, '') ?? '';
  }
  return { addon: null, failures: [{ path, reason }] };
}
