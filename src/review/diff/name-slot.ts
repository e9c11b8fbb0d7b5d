import type { Placement } from './plan-diff.ts';

/** `lab1:2`, or `build1:cpu0`. */
export const nameSlot = ({ node, gpu, cpuSlot }: Placement): string => `${node}:${gpu ?? `cpu${cpuSlot}`}`;
