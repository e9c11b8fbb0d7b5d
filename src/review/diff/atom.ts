import type { MappingFacts } from '../mapping/mapping-facts.ts';
import type { MappingChange, Pair } from './plan-diff.ts';

export type FactsPair = Pair<MappingFacts>;

/** A part of the facts that a change replaces: some slots of an array, or a value as a whole. */
export type Aspect = keyof MappingFacts;

/** A change, and how to make it to other facts, or to undo it. */
export interface Atom {
  readonly change: MappingChange;
  readonly aspects: readonly Aspect[];
  readonly slots: readonly number[];
  /** The nodes, if the change is one of `domains`. */
  readonly nodes?: readonly number[];
}

/** An atom of a change that goes from no value to no other. */
export const createAtom = (
  kind: MappingChange['kind'],
  what: readonly string[],
  aspects: readonly Aspect[],
  slots: readonly number[],
): Atom => ({ change: { kind, what, old: null, new: null }, aspects, slots });

/** Makes one change to `facts`, taking the values of `source`: of NEW to make it, of OLD to undo it. */
export function applyAtom(facts: MappingFacts, atom: Atom, source: MappingFacts): void {
  const { aspects, slots, nodes = [] } = atom;
  for (const aspect of aspects) {
    if (aspect === 'present' || aspect === 'excluded' || aspect === 'scores' || aspect === 'islands') {
      for (const slot of slots) facts[aspect][slot] = source[aspect][slot] ?? 0;
    } else if (aspect === 'domains') {
      for (const node of nodes) facts.domains[node] = source.domains[node] ?? [];
    } else {
      Object.assign(facts, { [aspect]: source[aspect] });
    }
  }
}
