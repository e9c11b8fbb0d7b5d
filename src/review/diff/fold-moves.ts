import { nameSlot } from '../device-name.ts';
import type { Move, Placement } from './plan-diff.ts';

/** Moves of consecutive ranks, which are one line. */
export interface Run {
  /**
   * `shift`: each rank takes the place of the one that was `by` GPUs further on, or, below 0, further back; `carry`: from
   * one node to one node.
   */
  readonly kind: 'shift' | 'carry' | 'removed' | 'added';
  readonly by: number;
  readonly moves: readonly Move[];
}

/** Moves in rank order, in as few runs as can be. */
export function foldMoves(moves: readonly Move[]): readonly Run[] {
  const steps = moves.map(measureSteps(moves));
  const runs: Run[] = [];
  for (let first = 0; first < moves.length; ) {
    const step = steps[first] ?? null;
    const length = countWhile(moves, first, (i) => (steps[i] ?? null) === step);
    const alike = moves.slice(first, first + length);
    const carried = foldCarried(alike);
    // A line from node to node is clearer than the length of a step.
    if (step !== null && carried.length > 1) runs.push({ kind: 'shift', by: step, moves: alike });
    else runs.push(...carried);
    first += length;
  }
  return joinCarried(runs);
}

/** The same without shifts: each rank can be read from it. */
export function foldCarried(moves: readonly Move[]): readonly Run[] {
  const runs: Run[] = [];
  for (let first = 0; first < moves.length; ) {
    const start = moves[first] as Move;
    const length = countWhile(moves, first, (i) => isAlike(start, moves[i] as Move));
    runs.push({ kind: kindOf(start), by: 0, moves: moves.slice(first, first + length) });
    first += length;
  }
  return runs;
}

const kindOf = ({ from, to }: Move): Run['kind'] =>
  from === null ? 'added' : to === null ? 'removed' : 'carry';

/** How many moves from `first` on are of consecutive ranks and alike. */
function countWhile(moves: readonly Move[], first: number, isAlike: (i: number) => boolean): number {
  const rank = moves[first]?.rank ?? 0;
  let length = 1;
  while (moves[first + length]?.rank === rank + length && isAlike(first + length)) length++;
  return length;
}

const isAlike = (a: Move, b: Move): boolean =>
  kindOf(a) === kindOf(b) && isOnAlike(a.from, b.from) && isOnAlike(a.to, b.to);

const isOnAlike = (a: Placement | null, b: Placement | null): boolean =>
  a?.node === b?.node && a?.model === b?.model && (a?.gpu === null) === (b?.gpu === null);

/** Joins neighbouring runs from one node to one node, and those of added or removed ranks, on whatever nodes. */
function joinCarried(runs: readonly Run[]): readonly Run[] {
  const joined: (Run & { readonly moves: Move[] })[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last !== undefined && goesOn(last, run)) for (const move of run.moves) last.moves.push(move);
    else joined.push({ ...run, moves: [...run.moves] });
  }
  return joined;
}

function goesOn({ kind, moves }: Run, run: Run): boolean {
  const [start, next] = [moves[0] as Move, run.moves[0] as Move];
  if (kind !== run.kind || kind === 'shift' || next.rank !== start.rank + moves.length) return false;
  return kind !== 'carry' || isAlike(start, next);
}

/**
 * By how many GPUs a rank steps: from the place of OLD that it had to that which it has now, in the order of OLD's ranks;
 * null if no rank was there. What moves takes places that moved ranks had, so OLD's other ranks need not be known.
 */
function measureSteps(moves: readonly Move[]): (move: Move) => number | null {
  const firstOf = new Map<string, { readonly rank: number; ranks: number }>();
  for (const { rank, from } of moves) {
    if (from === null) continue;
    const slot = nameSlot(from);
    const known = firstOf.get(slot);
    if (known === undefined) firstOf.set(slot, { rank, ranks: 1 });
    else known.ranks++;
  }
  return ({ from, to }) => {
    const before = from === null ? undefined : firstOf.get(nameSlot(from));
    const after = to === null ? undefined : firstOf.get(nameSlot(to));
    if (before === undefined || after === undefined || before.ranks !== after.ranks) return null;
    const step = (after.rank - before.rank) / before.ranks;
    return Number.isInteger(step) ? step : null;
  };
}
