import { formatRanges } from '../../compiler/values/number-list.ts';
import type { Placement } from './plan-diff.ts';

type Devices = Pick<Placement, 'node' | 'gpu' | 'gpus' | 'cpuSlot'>;

/** `lab1:2`, `build1:cpu0`, or of several GPUs `lab1:0-3`. */
export const nameSlot = ({ node, gpu, gpus, cpuSlot }: Devices): string =>
  `${node}:${gpus === null ? (gpu ?? `cpu${cpuSlot}`) : formatRanges(gpus)}`;

/** Each slot of a place by its name. */
export const nameSlots = (place: Devices): readonly string[] =>
  place.gpus === null ? [nameSlot(place)] : place.gpus.map((gpu) => `${place.node}:${gpu}`);
