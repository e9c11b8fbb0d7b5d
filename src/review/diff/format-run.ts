import { nameSlot, nameSlots } from '../device-name.ts';
import { compressNumbers, listSome, nameRankSpan, type Quote } from '../list-some.ts';
import type { Run } from './fold-moves.ts';
import type { Move, Placement } from './plan-diff.ts';

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
