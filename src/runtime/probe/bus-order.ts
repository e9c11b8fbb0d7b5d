import type { PciAddress } from '../driver/parse-answer.ts';

/** A GPU with the place that it has in the driver's list, and its index for CUDA. */
export interface Placed<Gpu> {
  readonly gpu: Gpu;
  readonly place: number;
  readonly index: number;
}

/**
 * CUDA_DEVICE_ORDER=PCI_BUS_ID counts by PCI address, and the driver's list need not be in that order. A GPU without a
 * known address keeps its place, so that the others have the indices that they have when it is back.
 */
export function inBusOrder<Gpu extends { readonly pci: PciAddress | null }>(
  gpus: readonly Gpu[],
): readonly Placed<Gpu>[] {
  const places = gpus.flatMap(({ pci }, place) => (pci === null ? [] : [place]));
  const sorted = places.toSorted((a, b) => compareAddress(gpus[a]?.pci ?? NOWHERE, gpus[b]?.pci ?? NOWHERE));
  const indices = new Map(sorted.map((place, i) => [place, places[i] ?? place]));
  return gpus
    .map((gpu, place) => ({ gpu, place, index: indices.get(place) ?? place }))
    .sort((a, b) => a.index - b.index);
}

const NOWHERE: PciAddress = { domain: 0, bus: 0, device: 0 };

const compareAddress = (a: PciAddress, b: PciAddress): number =>
  a.domain - b.domain || a.bus - b.bus || a.device - b.device;
