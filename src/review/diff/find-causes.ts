import { groupBy } from '../../compiler/values/lists.ts';
import { copyFacts, knowsFigures, type MappingFacts } from '../mapping/mapping-facts.ts';
import { replayMapping } from '../mapping/replay-mapping.ts';
import type { SlotUniverse } from '../mapping/slot-universe.ts';
import { type Atom, applyAtom, type FactsPair } from './atom.ts';
import { listChanges } from './mapping-changes.ts';
import type { MoveCause, Pair } from './plan-diff.ts';

/** Mapping again takes time: with more slots than this to map in all, changes are tried kind by kind only. */
const MAX_REPLAYED_SLOTS = 2_000_000;

/** Two plans whose mapping is to be explained: the place of each rank (`numberTeams`), and what decided it (null if not understood). */
export interface MappingPair {
  readonly universe: SlotUniverse;
  readonly slots: Pair<Int32Array>;
  readonly facts: Pair<MappingFacts | null>;
}

/**
 * Finds the change that moved each rank. A plan says all that decides its mapping, so the mapping is done again with one
 * change made to OLD, and with one change undone in NEW. A change is the cause of a move when it alone brings the rank
 * where NEW has it, when without it the rank is not there, and when no other change does the same. Changes of one kind
 * (two scores) are then tried together. What remains was done by several changes together.
 */
export function findCauses(pair: MappingPair) {
  const { universe, slots, facts } = pair;
  const ranks = Math.max(slots.old.length, slots.new.length);
  // By rank a number of `causes`; -1 where none is claimed.
  const causeOfRank = new Int32Array(ranks).fill(-1);
  const { old, new: next } = facts;
  if (old === null || next === null) return { changes: [], causes: [], causeOfRank, replayed: false };
  const atoms = listChanges(universe, { old, new: next });
  const changes = atoms.map(({ change }) => change);
  const replayed =
    sameSlots(replayMapping(universe, old), slots.old) && sameSlots(replayMapping(universe, next), slots.new);
  const moved = replayed ? [...causeOfRank.keys()].filter((rank) => slots.old[rank] !== slots.new[rank]) : [];
  const causes = attribute(pair, { old, new: next }, atoms, moved, causeOfRank);
  return { changes, causes, causeOfRank, replayed };
}

function sameSlots(a: Int32Array | null, b: Int32Array): boolean {
  return a !== null && a.length === b.length && a.every((slot, rank) => slot === b[rank]);
}

/** Writes the cause of each moved rank, trying single changes, then kinds, then leaving it to all of them. */
function attribute(
  { universe, slots }: MappingPair,
  facts: FactsPair,
  atoms: readonly Atom[],
  moved: readonly number[],
  causeOfRank: Int32Array,
): MoveCause[] {
  const causes: MoveCause[] = [];
  let unexplained = moved;
  for (const level of listLevels(atoms, universe.nodeOfSlot.length)) {
    if (unexplained.length === 0) break;
    const tried = level.map((set) => {
      const changes = set.map((i) => atoms[i] as Atom);
      // With all changes OLD is NEW, and without them no rank moves.
      return changes.length === atoms.length ? () => true : trial(universe, facts, changes);
    });
    const known = new Map<number, number>();
    unexplained = unexplained.filter((rank) => {
      const only = findOnly(tried, rank, slots.new[rank] ?? -1);
      if (only === null) return true;
      if (!known.has(only)) known.set(only, causes.push({ changes: level[only] ?? [], single: true }) - 1);
      causeOfRank[rank] = known.get(only) ?? -1;
      return false;
    });
  }
  if (unexplained.length > 0) {
    const together = causes.push({ changes: [...atoms.keys()], single: false }) - 1;
    for (const rank of unexplained) causeOfRank[rank] = together;
  }
  return causes;
}

/** Null if it is unknown. */
type Trial = (rank: number, slot: number) => boolean | null;

/** The only trial that explains the rank; null if there is none, or several, or another one may explain it. */
function findOnly(tried: readonly Trial[], rank: number, slot: number): number | null {
  let only: number | null = null;
  for (const [i, explains] of tried.entries()) {
    const verdict = explains(rank, slot);
    if (verdict === false) continue;
    if (verdict === null || only !== null) return null;
    only = i;
  }
  return only;
}

/** Sets of changes to try, set by set, level by level. */
function listLevels(atoms: readonly Atom[], slots: number): readonly (readonly (readonly number[])[])[] {
  const singles = atoms.map((_, i) => [i]);
  const several = [...groupBy(atoms.keys(), (i) => atoms[i]?.change.kind).values()];
  const affordable = 2 * atoms.length * slots <= MAX_REPLAYED_SLOTS;
  return affordable ? [singles, several.filter((set) => set.length > 1)] : [several];
}

/** The mapping of facts with some changes; null if there can be none. */
function mapChanged(universe: SlotUniverse, from: MappingFacts, to: MappingFacts, set: readonly Atom[]) {
  const facts = copyFacts(from);
  for (const atom of set) applyAtom(facts, atom, to);
  return knowsFigures(universe, facts) ? replayMapping(universe, facts) : 'unknown';
}

/** Whether a set of changes is enough for a rank to be at its new slot, and needed for it. */
function trial(universe: SlotUniverse, facts: FactsPair, set: readonly Atom[]): Trial {
  const withIt = mapChanged(universe, facts.old, facts.new, set);
  let without: ReturnType<typeof mapChanged> | undefined;
  return (rank, slot) => {
    if (withIt === 'unknown') return null;
    if (withIt === null || (withIt[rank] ?? -1) !== slot) return false;
    // Only needed for ranks that the set explains; often there are none.
    if (without === undefined) without = mapChanged(universe, facts.new, facts.old, set);
    return without === 'unknown' ? null : without === null || (without[rank] ?? -1) !== slot;
  };
}
