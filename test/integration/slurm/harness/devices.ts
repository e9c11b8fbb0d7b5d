import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanGpu, PlanNode } from '../../../../src/generated/plan.ts';

/** Majors that the kernel leaves for local use; of these, one without a driver: opening must give ENXIO. */
const LOCAL_MAJORS = [120, 121, 122, 123, 124, 125, 126, 127, 60, 61, 62, 63];

/** The name of a GPU's device file, with the index of the plan. */
export const deviceName = (node: string, index: number): string => `${node}-nvidia${index}`;

/**
 * Makes the fake GPUs of all nodes in `folder`. They must be character devices: with plain files Slurm takes the node,
 * but never sets CUDA_VISIBLE_DEVICES.
 */
export function makeDevices(nodes: readonly PlanNode[], folder: string): void {
  const taken = new Set(
    readFileSync('/proc/devices', 'utf8')
      .match(/^ *\d+/gm)
      ?.map(Number),
  );
  const major = LOCAL_MAJORS.find((candidate) => !taken.has(candidate));
  if (major === undefined) throw new Error('every major of local devices has a driver');
  const paths = nodes.flatMap(({ name, gpus }) =>
    gpus.map(({ index }) => join(folder, deviceName(name, index))),
  );
  if (paths.length === 0) return;
  const script =
    'minor=0; major=$1; shift; for path; do mknod -m 666 "$path" c "$major" $((minor++)) || exit; done';
  execFileSync('bash', ['-c', script, 'mknod', String(major), ...paths]);
}

/** A GPU's type in Slurm, or null: untyped. */
const gresType = ({ gres, model }: PlanGpu): string | null =>
  gres ?? model?.toLowerCase().replace(/[^a-z0-9._-]+/g, '_') ?? null;

/** Runs of GPUs of one type, in index order. A node on which one GPU has no type has no types at all. */
export function gresRuns(node: PlanNode): readonly { type: string | null; indices: readonly number[] }[] {
  const gpus = [...node.gpus].sort((left, right) => left.index - right.index);
  const isTyped = gpus.every((gpu) => gresType(gpu) !== null);
  const runs: { type: string | null; indices: number[] }[] = [];
  for (const gpu of gpus) {
    const type = isTyped ? gresType(gpu) : null;
    const last = runs.at(-1);
    if (last !== undefined && last.type === type) last.indices.push(gpu.index);
    else runs.push({ type, indices: [gpu.index] });
  }
  return runs;
}
