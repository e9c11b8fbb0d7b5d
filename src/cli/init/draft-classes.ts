import { groupBy } from '../../compiler/values/lists.ts';
import type { ClusterGpus } from '../../runtime/slurm/cluster.ts';
import type { DraftEntry } from './draft.ts';
import type { DraftNode } from './slurm-nodes.ts';

/** Longer types are cut in slot names, which must stay host names. */
const MAX_BASE = 200;

/** One class for all nodes with equal GPUs; the CPU count of a class is the smallest of its nodes. */
export function draftClasses(nodes: readonly DraftNode[]): readonly DraftEntry[] {
  const classes = [...groupBy(nodes, ({ gpus }) => JSON.stringify(gpus)).values()];
  return classes.map((members): DraftEntry => {
    const known = members.flatMap((node) => node.cpus ?? []);
    const cpus =
      known.length < members.length ? null : known.reduce((least, count) => Math.min(least, count));
    const [{ gpus }] = members;
    return { hosts: numberSlots(nameClass(gpus), members.length), isClass: true, cpus, gpus };
  });
}

/** `a100x8-[01-16]`. */
function numberSlots(name: string, count: number): string {
  const width = String(count).length;
  return count === 1 ? `${name}-1` : `${name}-[${'1'.padStart(width, '0')}-${count}]`;
}

/** Names a class after its GPUs. */
const nameClass = (gpus: readonly ClusterGpus[]): string =>
  gpus.length === 0
    ? 'cpu'
    : gpus
        .map(({ type, count }) => `${type ?? 'gpu'}x${count}`)
        .join('-')
        .slice(0, MAX_BASE);
