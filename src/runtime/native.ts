import { join } from 'node:path';

/** A call of the driver that did not work out. */
export interface CallFailure {
  readonly call: string;
  /** NVML's number for the reason. */
  readonly status: number;
  /** The driver's own words; may be empty. */
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

export interface NativeGpu {
  readonly uuid: string | null;
  readonly pci: PciAddress | null;
  readonly model: string | null;
  readonly memoryBytes: number | null;
  readonly computeCapability: string | null;
  readonly cpus: string | null;
  readonly numaNode: number | null;
  readonly instances: readonly NativeInstance[];
  /** For each GPU in the driver's order; empty where not known. */
  readonly links: readonly string[];
  /** Why this GPU cannot be used at all. */
  readonly failure: CallFailure | null;
}

/** Facts of the driver; `kind` tells which of the fields mean something (native/core/facts.h). */
export interface NativeFacts {
  readonly kind: 'found' | 'no-library' | 'useless-library' | 'failed';
  /** The file of the driver library that was opened. */
  readonly library: string;
  readonly openFailures: readonly { readonly name: string; readonly reason: string }[];
  /** The function that a useless library lacks. */
  readonly lacks: string;
  readonly failure: CallFailure;
  readonly driver: string | null;
  /** 13000 is 13.0. */
  readonly cudaVersion: number | null;
  /** In the driver's order. */
  readonly gpus: readonly NativeGpu[];
}

/** The driver did not come back from a call in time. */
export interface NativeHang {
  readonly kind: 'hangs';
  readonly call: string;
  /** The driver's index of the GPU in question. */
  readonly gpu: number | null;
}

/** What the addon exports. */
export interface NativeAddon {
  /** `library`: the file of the driver library, null for the one that the linker finds. */
  readonly discover: (options: {
    readonly library: string | null;
    readonly timeoutMs: number;
  }) => Promise<NativeFacts | NativeHang>;
}

export interface LoadFailure {
  readonly path: string;
  readonly reason: string;
}

export type LoadedAddon =
  | { readonly addon: NativeAddon }
  | { readonly addon: null; readonly failures: readonly LoadFailure[] };

export interface AddonPlaces {
  /** A file that is wanted, and no other; null for the usual places. */
  readonly explicit: string | null;
  /** The folder of the bundle: what ships lies below it. */
  readonly folder: string;
}

/** Loads the addon from the first place that has a good one, or tells why each of them would not do. */
export function loadAddon({ explicit, folder }: AddonPlaces): LoadedAddon {
  const { platform, arch } = process;
  const paths =
    explicit !== null ? [explicit] : [join(folder, 'native', `${platform}-${arch}`, 'rankplan.node')];
  const failures: LoadFailure[] = [];
  for (const path of paths) {
    const module = { exports: {} };
    try {
      process.dlopen(module, path);
    } catch (error) {
      failures.push({ path, reason: reasonOf(error, path) });
      continue;
    }
    if (isAddon(module.exports)) return { addon: module.exports };
    failures.push({ path, reason: 'it is an addon, but not that of this version of rankplan' });
  }
  return { addon: null, failures };
}

function isAddon(exports: object): exports is NativeAddon {
  return typeof (exports as Partial<NativeAddon>).discover === 'function';
}

/** The linker's first line, less the path that is told anyway. */
function reasonOf(error: unknown, path: string): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(`${path}: `, '');
}
