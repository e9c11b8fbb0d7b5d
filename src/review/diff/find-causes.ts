import { groupBy } from '../../compiler/values/lists.ts';
import { copyFacts, knowsFigures, type MappingFacts } from '../mapping/mapping-facts.ts';
import { replayMapping } from '../mapping/replay-mapping.ts';
import type { SlotUniverse } from '../mapping/slot-universe.ts';
import { type Atom, applyAtom } from './atom.ts';
import { listChanges } from './mapping-changes.ts';
import type { MoveCause, PlanDiff } from './plan-diff.ts';

/** Mapping again takes time: with more slots than this to map in all, changes are tried kind by kind only. */
const MAX_REPLAYED_SLOTS = 2_000_000;

interface Causes extends Pick<PlanDiff, 'changes' | 'causes' | 'replayed'> {
  /** By rank a number of `causes`; -1 where none is claimed. */
  readonly causeOfRank: Int32Array;
}

/** Two plans whose mapping is to be explained: the place of each rank (`numberTeams`), and what decided it (null if not understood). */
export interface MappingPair {
  readonly universe: SlotUniverse;
  readonly slots: { readonly old: Int32Array; readonly new: Int32Array };
  readonly facts: { readonly old: MappingFacts | null; readonly new: MappingFacts | null };
}

/**
 * Finds the change that moved each rank. A plan says all that decides its mapping, so the mapping is done again with one
 * change made to OLD, and with one change undone in NEW. A change is the cause of a move when it alone brings the rank
 * where NEW has it, when without it the rank is not there, and when no other change does the same. Changes of one kind
 * (two scores) are then tried together. What remains was done by several changes together.
 */
export function findCauses(pair: MappingPair): Causes {
  const { universe, slots, facts } = pair;
  const ranks = Math.max(slots.old.length, slots.new.length);
  const causeOfRank = new Int32Array(ranks).fill(-1);
  if (facts.old === null || facts.new === null)
    return { changes: [], causes: [], causeOfRank, replayed: false };
  const atoms = listChanges(universe, facts.old, facts.new);
  const changes = atoms.map(({ change }) => change);
  const replayed =
    sameSlots(replayMapping(universe, facts.old), slots.old) &&
    sameSlots(replayMapping(universe, facts.new), slots.new);
  const unexplained = replayed ? listMoved(slots.old, slots.new) : [];
  if (unexplained.length === 0) return { changes, causes: [], causeOfRank, replayed };
  const causes = attribute(pair, { old: facts.old, new: facts.new }, atoms, unexplained, causeOfRank);
  return { changes, causes, causeOfRank, replayed };
}

function sameSlots(a: Int32Array | null, b: Int32Array): boolean {
  return a !== null && a.length === b.length && a.every((slot, rank) => slot === b[rank]);
}

function listMoved(old: Int32Array, next: Int32Array): number[] {
  const moved: number[] = [];
  for (let rank = 0; rank < Math.max(old.length, next.length); rank++) {
    if (old[rank] !== next[rank]) moved.push(rank);
  }
  return moved;
}

type FactsPair = { readonly old: MappingFacts; readonly new: MappingFacts };

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
      return changes.length === atoms.length ? nothingElse : trial(universe, facts, changes);
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

/** The trial of a set of all changes: OLD with them is NEW, and without them no rank moves. */
const nothingElse: Trial = () => true;

/** The mapping; null if there can be none, undefined if it is unknown. */
function mapKnown(universe: SlotUniverse, facts: MappingFacts): Int32Array | null | undefined {
  return knowsFigures(universe, facts) ? replayMapping(universe, facts) : undefined;
}

/** Whether a set of changes is enough for a rank to be at its new slot, and needed for it. */
function trial(universe: SlotUniverse, facts: FactsPair, set: readonly Atom[]): Trial {
  const made = copyFacts(facts.old);
  for (const atom of set) applyAtom(made, atom, facts.new);
  const withIt = mapKnown(universe, made);
  // The mapping without the set is only needed for ranks that the set explains; often there are none.
  let without: { readonly mapped: ReturnType<typeof mapKnown> } | null = null;
  const undo = () => {
    const undone = copyFacts(facts.new);
    for (const atom of set) applyAtom(undone, atom, facts.old);
    return { mapped: mapKnown(universe, undone) };
  };
  return (rank, slot) => {
    if (withIt === undefined) return null;
    if (withIt === null || (withIt[rank] ?? -1) !== slot) return false;
    without ??= undo();
    const { mapped } = without;
    return mapped === undefined ? null : mapped === null || (mapped[rank] ?? -1) !== slot;
  };
}
