import { groupBy } from '../../compiler/values/lists.ts';
import type { SlotUniverse } from '../mapping/slot-universe.ts';
import type { Atom, FactsPair } from './atom.ts';

/** A node that only one plan has is in the other where it is in this one, at the levels that there are. */
export function shareLoneDomains({ nodes }: SlotUniverse, { old, new: next }: FactsPair): void {
  nodes.forEach((node, i) => {
    if (node.old !== null && node.new !== null) return;
    const [from, to] = node.new === null ? [old, next] : [next, old];
    to.domains[i] = to.levels.map((level) => from.domains[i]?.[from.levels.indexOf(level)] ?? null);
  });
}

/** Nodes that went from one domain to another, those with the same way together; other levels are one change of all nodes. */
export function listDomainChanges({ nodes }: SlotUniverse, { old, new: next }: FactsPair): readonly Atom[] {
  const all = nodes.map((_, i) => i);
  const [before, after] = [old, next].map(({ levels }) => (levels.length === 0 ? null : levels.join(', ')));
  if (before !== after) {
    const change = { kind: 'levels', what: [], old: before ?? null, new: after ?? null } as const;
    return [{ change, aspects: ['levels', 'domains'], slots: [], nodes: all }];
  }
  const moved = all.flatMap((node) => {
    const [was, is] = [old.domains[node] ?? [], next.domains[node] ?? []];
    const levels = next.levels.flatMap((name, level) => (was[level] === is[level] ? [] : [{ name, level }]));
    const say = (domain: readonly (string | null)[]) =>
      levels
        .map(({ name, level }) => (domain[level] == null ? `no ${name}` : `${name} ${domain[level]}`))
        .join(', ');
    return levels.length === 0 ? [] : [{ node, old: say(was), new: say(is) }];
  });
  const groups = groupBy(moved, (one) => JSON.stringify([one.old, one.new]));
  return [...groups.values()].map((group) => {
    const what = group.map(({ node }) => nodes[node]?.name ?? '');
    const change = { kind: 'domain', what, old: group[0].old, new: group[0].new } as const;
    return { change, aspects: ['domains'], slots: [], nodes: group.map(({ node }) => node) };
  });
}
