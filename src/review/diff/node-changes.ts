import { groupBy } from '../../compiler/values/lists.ts';
import type { MappingFacts } from '../mapping/mapping-facts.ts';
import { type SlotUniverse, slotsOfNode } from '../mapping/slot-universe.ts';
import { type Atom, createAtom, type FactsPair } from './atom.ts';

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

/**
 * What `bind --replace` did: pairs of nodes that exchanged their places in the order of the plan, of which one is left out
 * now and the other one no longer is. It is one change, since all of them make one order; `nodes` are their numbers in the
 * universe. Null if the order changed in any other way.
 */
export function findReplacement(universe: SlotUniverse, { old, new: next }: FactsPair) {
  if (universe.sameOrder) return null;
  const [before, after] = [listNodes(universe, 'old'), listNodes(universe, 'new')];
  if (before === null || after === null) return null;
  const lost: number[] = [];
  const spares: number[] = [];
  for (const [position, node] of before.entries()) {
    const other = after[position];
    if (other === node) continue;
    if (other === undefined || before[after.indexOf(node)] !== other) return null;
    if (!isLeftOut(universe, next, node)) continue;
    if (isLeftOut(universe, old, node) || !isLeftOut(universe, old, other)) return null;
    if (isLeftOut(universe, next, other)) return null;
    lost.push(node);
    spares.push(other);
  }
  const nodes = new Set([...lost, ...spares]);
  if (nodes.size !== before.filter((node, position) => node !== after[position]).length) return null;
  const what = [...nodes].map((node) => universe.nodes[node]?.name ?? '');
  const slots = universe.nodes.flatMap((node, i) => (nodes.has(i) ? slotsOfNode(node) : []));
  return { atom: createAtom('replaced', what, ['excluded', 'sequence'], slots), nodes };
}

/** In the order of a plan; null if slots of a node do not stand as they are numbered. */
function listNodes({ sequence, nodeOfSlot }: SlotUniverse, side: 'old' | 'new'): readonly number[] | null {
  const nodes: number[] = [];
  let last = -1;
  for (const slot of sequence[side]) {
    const node = nodeOfSlot[slot] ?? -1;
    if (node === nodes[nodes.length - 1]) {
      if (slot < last) return null;
    } else nodes.push(node);
    last = slot;
  }
  return nodes;
}

const isLeftOut = ({ nodes }: SlotUniverse, { excluded }: MappingFacts, index: number): boolean => {
  const node = nodes[index];
  return node !== undefined && slotsOfNode(node).every((slot) => excluded[slot] === 1);
};
