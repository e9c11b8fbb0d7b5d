import { formatRanges } from '../../compiler/values/number-list.ts';
import type { Placement } from './plan-diff.ts';

/** `lab1:2`, `build1:cpu0`, or of several GPUs `lab1:0-3`. */
export const nameSlot = ({ node, gpu, gpus, cpuSlot }: Placement): string =>
  `${node}:${gpus === null ? (gpu ?? `cpu${cpuSlot}`) : formatRanges(gpus)}`;

/** Each slot of a place by its name. */
export const nameSlots = (place: Placement): readonly string[] =>
  place.gpus === null ? [nameSlot(place)] : place.gpus.map((gpu) => `${place.node}:${gpu}`);
