import { remember } from '../../compiler/source/remember.ts';
import { type Group, groupBy } from '../../compiler/values/lists.ts';
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
  readonly moves: Group<Move>;
}

/** Moves in rank order, in as few runs as can be. */
export function foldMoves(moves: readonly Move[]): readonly Run[] {
  const stepOf = remember(measureSteps(moves));
  const runs = splitMoves(moves, (a, b) => stepOf(a) === stepOf(b)).flatMap((alike): readonly Run[] => {
    const step = stepOf(alike[0]);
    const carried = foldCarried(alike);
    // A line from node to node is clearer than the length of a step.
    return step !== null && carried.length > 1 ? [{ kind: 'shift', by: step, moves: alike }] : carried;
  });
  return joinCarried(runs);
}

/** The same without shifts: each rank can be read from it. */
export const foldCarried = (moves: readonly Move[]): readonly Run[] =>
  splitMoves(moves, isAlike).map((alike) => ({ kind: kindOf(alike[0]), by: 0, moves: alike }));

/** Moves of consecutive ranks that are like the first of them. */
function splitMoves(
  moves: readonly Move[],
  isLike: (first: Move, other: Move) => boolean,
): readonly Group<Move>[] {
  const groups: [Move, ...Move[]][] = [];
  for (const move of moves) {
    const last = groups.at(-1);
    if (last !== undefined && last[0].rank + last.length === move.rank && isLike(last[0], move))
      last.push(move);
    else groups.push([move]);
  }
  return groups;
}

const kindOf = ({ from, to }: Move): Run['kind'] =>
  from === null ? 'added' : to === null ? 'removed' : 'carry';

const isAlike = (a: Move, b: Move): boolean =>
  kindOf(a) === kindOf(b) && isOnAlike(a.from, b.from) && isOnAlike(a.to, b.to);

const isOnAlike = (a: Placement | null, b: Placement | null): boolean =>
  a?.node === b?.node && a?.model === b?.model && (a?.gpu === null) === (b?.gpu === null);

/** Joins neighbouring runs from one node to one node, and those of added or removed ranks, on whatever nodes. */
function joinCarried(runs: readonly Run[]): readonly Run[] {
  const joined: (Run & { readonly moves: [Move, ...Move[]] })[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last !== undefined && goesOn(last, run)) for (const move of run.moves) last.moves.push(move);
    else joined.push({ ...run, moves: [...run.moves] });
  }
  return joined;
}

function goesOn({ kind, moves }: Run, run: Run): boolean {
  const [[start], [next]] = [moves, run.moves];
  if (kind !== run.kind || kind === 'shift' || next.rank !== start.rank + moves.length) return false;
  return kind !== 'carry' || isAlike(start, next);
}

/**
 * By how many GPUs a rank steps: from the place of OLD that it had to that which it has now, in the order of OLD's ranks;
 * null if no rank was there. What moves takes places that moved ranks had, so OLD's other ranks need not be known.
 */
function measureSteps(moves: readonly Move[]): (move: Move) => number | null {
  const movesFrom = groupBy(moves, ({ from }) => from && nameSlot(from));
  return ({ from, to }) => {
    const before = from && movesFrom.get(nameSlot(from));
    const after = to && movesFrom.get(nameSlot(to));
    if (!before || !after || before.length !== after.length) return null;
    const step = (after[0].rank - before[0].rank) / before.length;
    return Number.isInteger(step) ? step : null;
  };
}
