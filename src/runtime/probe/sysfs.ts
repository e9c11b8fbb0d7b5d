import { join } from 'node:path';
import { listNames, tryRead } from '../try-read.ts';

/** A GPU on the PCI bus, driver or not. */
export interface PciGpu {
  readonly address: string;
  readonly vendor: 'nvidia' | 'amd' | 'intel';
  /** The vendor's number of the model, `0x2330`. */
  readonly device: string;
}

export const VENDOR_NAMES: Readonly<Record<PciGpu['vendor'], string>> = {
  nvidia: 'NVIDIA',
  amd: 'AMD',
  intel: 'Intel',
};

const VENDORS: Readonly<Record<string, PciGpu['vendor']>> = {
  '0x10de': 'nvidia',
  '0x1002': 'amd',
  '0x8086': 'intel',
};

/** Graphics in a processor of Intel always has this address: no one plans ranks for it. */
const INTEGRATED = '0000:00:02.0';

/** Display controllers (class 03) of the vendors that make GPUs for computing, by address. `root` is `/sys`. */
export function listPciGpus(root: string): readonly PciGpu[] {
  const folder = join(root, 'bus/pci/devices');
  return listNames(folder).flatMap((address) => {
    const vendor = VENDORS[readFact(join(folder, address, 'vendor')) ?? ''];
    const isDisplay = readFact(join(folder, address, 'class'))?.startsWith('0x03') === true;
    const isSpare = vendor === 'intel' && address === INTEGRATED;
    if (vendor === undefined || !isDisplay || isSpare) return [];
    return [{ address, vendor, device: readFact(join(folder, address, 'device')) ?? '' }];
  });
}

/** The CPUs that are near a device, in the kernel's words; null when it does not say. */
export function readLocalCpus(root: string, address: string): string | null {
  const list = readFact(join(root, 'bus/pci/devices', address, 'local_cpulist'));
  return list !== null && /^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(list) ? list : null;
}

/** The NUMA node of a device; the kernel's -1 means that it does not know. */
export function readNumaNode(root: string, address: string): number | null {
  const node = readFact(join(root, 'bus/pci/devices', address, 'numa_node'));
  return node !== null && /^\d+$/.test(node) ? Number(node) : null;
}

/** The kernel has files only for what it knows. */
const readFact = (path: string): string | null => tryRead(path)?.trim() ?? null;
