import { groupBy } from '../../compiler/values/lists.ts';
import type { ClusterGpus } from '../../runtime/slurm/cluster.ts';
import type { DraftEntry } from './draft.ts';
import type { DraftNode } from './slurm-nodes.ts';

/** Longer types are cut in slot names, which must stay host names. */
const MAX_BASE = 200;

/** One class for all nodes with equal GPUs; the CPU count of a class is the smallest of its nodes. */
export function draftClasses(nodes: readonly DraftNode[]): readonly DraftEntry[] {
  const classes = [...groupBy(nodes, ({ gpus }) => JSON.stringify(gpus)).values()];
  const names = nameClasses(classes.map(([first]) => first.gpus));
  return classes.map((members, index): DraftEntry => {
    const known = members.flatMap((node) => node.cpus ?? []);
    const cpus =
      known.length < members.length ? null : known.reduce((least, count) => Math.min(least, count));
    const hosts = numberSlots(names[index] ?? 'node', members.length);
    return { hosts, isClass: true, cpus, gpus: members[0].gpus };
  });
}

/** `a100-[01-16]`. */
function numberSlots(name: string, count: number): string {
  const width = String(count).length;
  return count === 1 ? `${name}-1` : `${name}-[${'1'.padStart(width, '0')}-${count}]`;
}

/** Names classes after their GPU types; equal names get the counts, and names that are still equal a number. */
function nameClasses(kinds: readonly (readonly ClusterGpus[])[]): readonly string[] {
  const short = kinds.map((gpus) => baseOf(gpus, false));
  const counted = renameRepeated(short, (_, i) => baseOf(kinds[i] ?? [], true));
  return renameRepeated(counted, (name, i) => `${name}-kind${i + 1}`);
}

function renameRepeated(names: readonly string[], rename: (name: string, i: number) => string) {
  const groups = groupBy(names, (name) => name);
  return names.map((name, i) => ((groups.get(name)?.length ?? 0) > 1 ? rename(name, i) : name));
}

function baseOf(gpus: readonly ClusterGpus[], withCounts: boolean): string {
  if (gpus.length === 0) return 'cpu';
  const parts = gpus.map(({ type, count }) => `${type ?? 'gpu'}${withCounts ? `x${count}` : ''}`);
  return parts.join('-').slice(0, MAX_BASE);
}
