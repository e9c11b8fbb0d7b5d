import { remember } from '../../compiler/source/remember.ts';
import { type Group, groupBy } from '../../compiler/values/lists.ts';
import { nameSlot, nameSlots } from '../device-name.ts';
import { compressNumbers, listSome, nameRankSpan, type Quote } from '../list-some.ts';
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
function splitMoves(moves: readonly Move[], isLike: (first: Move, other: Move) => boolean) {
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

/** What one line says of a run. */
export function formatRun(run: Run, quote: Quote): string {
  const [{ rank }] = run.moves;
  const who = nameRankSpan(rank, rank + run.moves.length - 1);
  if (run.kind === 'removed') return `${who} removed from ${nameSide(run, 'from', quote)}`;
  if (run.kind === 'added') return `${who} added on ${nameSide(run, 'to', quote)}`;
  return run.kind === 'shift' ? `${who} ${formatShift(run, quote)}` : `${who}: ${formatCarried(run, quote)}`;
}

/** `move up by one GPU (a12:5 … v02:7), 16 of them onto another model`. */
function formatShift({ by, moves }: Run, quote: Quote): string {
  const places = listPlaces(moves, 'to');
  const [first, last] = [places[0], places.at(-1)].map((place) => quote(place ? nameSlot(place) : ''));
  const isTeam = places.some(({ gpus }) => gpus !== null);
  const what = isTeam ? 'place' : places.every(({ gpu }) => gpu !== null) ? 'GPU' : 'slot';
  const step = Math.abs(by) === 1 ? `one ${what}` : `${Math.abs(by)} ${what}s`;
  const others = moves.filter(({ from, to }) => from?.model !== to?.model).length;
  const onto = others === 0 ? '' : `, ${others} of them onto another model`;
  return `move ${by > 0 ? 'up' : 'down'} by ${step} (${first} … ${last})${onto}`;
}

/** `lab1:2 L40S → dgx01:0 A100`; a model that stays is left out. */
function formatCarried({ moves }: Run, quote: Quote): string {
  const [from, to] = [listPlaces(moves, 'from'), listPlaces(moves, 'to')];
  const named = from[0]?.model !== to[0]?.model;
  return `${formatPlaces(from, named, quote)} → ${formatPlaces(to, named, quote)}`;
}

const listPlaces = (moves: readonly Move[], side: 'from' | 'to'): readonly Placement[] =>
  moves.flatMap((move) => move[side] ?? []);

/** The places of ranks that were removed or added, on however many nodes. */
function nameSide({ moves }: Run, side: 'from' | 'to', quote: Quote): string {
  const places = listPlaces(moves, side);
  const models = new Set(places.map(({ model }) => model));
  const [model = null] = side === 'to' && models.size === 1 ? models : [];
  const slots = listSome(places.flatMap(nameSlots), quote);
  return model === null ? slots : `${slots} ${quote(model)}`;
}

/** `dgx01:0-3 A100`; the GPUs in the order of their ranks. */
function formatPlaces(places: readonly Placement[], named: boolean, quote: Quote): string {
  const [first] = places;
  if (first === undefined) return '';
  const numbers = places.flatMap(({ gpu, gpus, cpuSlot }) => gpus ?? [gpu ?? cpuSlot ?? 0]);
  const slots = `${first.node}:${first.gpu === null ? 'cpu' : ''}${compressNumbers(numbers)}`;
  return named && first.model !== null ? `${quote(slots)} ${quote(first.model)}` : quote(slots);
}
