import { join } from 'node:path';

/** NVIDIA's Multi-Process Service, which holds GPUs for its clients; the kernel cuts names at 15 characters. */
export const MPS_SERVER = 'nvidia-cuda-mps';

/** What the addon exports: answers are JSON, of NativeFacts and NativeUses. */
export type NativeAddon = Readonly<
  Record<'discover' | 'observe', (question: NativeQuestion) => Promise<string>>
>;

interface NativeQuestion {
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
