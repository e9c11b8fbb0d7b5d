import type { Atom } from './atom.ts';
import { createGroupStore } from './group-store.ts';
import type { MappingFacts } from './mapping-facts.ts';
import type { SlotUniverse } from './slot-universe.ts';

/** A node that only one plan has is in the other where it is in this one, at the levels that there are. */
export function shareLoneDomains({ nodes }: SlotUniverse, old: MappingFacts, next: MappingFacts): void {
  nodes.forEach((node, i) => {
    if (node.old !== null && node.new !== null) return;
    const [from, to] = node.new === null ? [old, next] : [next, old];
    to.domains[i] = to.levels.map((level) => from.domains[i]?.[from.levels.indexOf(level)] ?? null);
  });
}

/** Nodes that went from one domain to another, those with the same way together; other levels are one change of all nodes. */
export function listDomainChanges(
  { nodes }: SlotUniverse,
  old: MappingFacts,
  next: MappingFacts,
): readonly Atom[] {
  const all = nodes.map((_, i) => i);
  const [before, after] = [old, next].map(({ levels }) => (levels.length === 0 ? null : levels.join(', ')));
  if (before !== after) {
    const change = { kind: 'levels', what: [], old: before ?? null, new: after ?? null } as const;
    return [{ change, aspects: ['levels', 'domains'], slots: [], nodes: all }];
  }
  const groups = createGroupStore<{ readonly from: string; readonly to: string; readonly nodes: number[] }>();
  for (const i of all) {
    const [was, is] = [old.domains[i] ?? [], next.domains[i] ?? []];
    const moved = next.levels.map((_, level) => level).filter((level) => was[level] !== is[level]);
    if (moved.length === 0) continue;
    const [from, to] = [was, is].map((domain) =>
      moved
        .map((level) =>
          domain[level] == null ? `no ${next.levels[level]}` : `${next.levels[level]} ${domain[level]}`,
        )
        .join(', '),
    ) as [string, string];
    groups.of([from, to, null], () => ({ from, to, nodes: [] })).nodes.push(i);
  }
  return groups.all.map(({ from, to, nodes: moved }) => ({
    change: { kind: 'domain', what: moved.map((i) => nodes[i]?.name ?? ''), old: from, new: to },
    aspects: ['domains'],
    slots: [],
    nodes: moved,
  }));
}
