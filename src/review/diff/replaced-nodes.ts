import type { MappingFacts } from '../mapping/mapping-facts.ts';
import { type SlotUniverse, slotsOfNode } from '../mapping/slot-universe.ts';
import { createAtom, type FactsPair } from './atom.ts';

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
