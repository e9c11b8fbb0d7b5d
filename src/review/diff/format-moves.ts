import { type Group, groupBy } from '../../compiler/values/lists.ts';
import { formatFigure } from '../format-figure.ts';
import { count, listSome, type Quote } from '../list-some.ts';
import { foldCarried, foldMoves, formatRun, type Run } from './fold-moves.ts';
import { formatMeasured, isFigure, spanMeasured } from './measured-figures.ts';
import type { ChangeKind, MappingChange, MoveCause, PlanDiff, Unsummed } from './plan-diff.ts';

/** A heading with lines below it, in the words that text and markdown share. */
export interface Section {
  readonly title: string;
  readonly items: readonly string[];
  /** How many things `items` leaves out. */
  readonly more: number;
}

/** How many lines of moves are shown of one cause, and how many causes. */
const MAX_LINES = 8;
const MAX_CAUSES = 6;

/** How many changes are named of a cause. */
const MAX_PHRASES = 4;

/** One section for each cause; causes that moved the most ranks come first. */
export function formatMoves(diff: PlanDiff, quote: Quote): Section[] {
  const groups = groupMoves(diff);
  const sections = groups.slice(0, MAX_CAUSES).map(({ cause, moves }) => {
    const ranks = groups.length === 1 ? '' : ` (${count(moves.length, 'rank')})`;
    const title = `${formatCause(diff, cause, quote)}${ranks}`;
    return { title, ...cutRuns(foldMoves(moves), MAX_LINES, quote) };
  });
  const rest = groups.slice(MAX_CAUSES);
  if (rest.length === 0) return sections;
  const ranks = rest.reduce((sum, { moves }) => sum + moves.length, 0);
  return [
    ...sections,
    { title: `${ranks} more ranks changed place, by ${rest.length} other causes`, items: [], more: 0 },
  ];
}

function groupMoves({ moves, causes }: Unsummed) {
  const groups = groupBy(moves, ({ cause }) => cause);
  return [...groups]
    .map(([number, of]) => ({ cause: causes[number ?? -1] ?? null, moves: of }))
    .sort((a, b) => b.moves.length - a.moves.length || a.moves[0].rank - b.moves[0].rank);
}

/** The changes that the titles of the sections name, which are not listed again. */
export function listNamedChanges(diff: Unsummed): readonly MappingChange[] {
  const shown = groupMoves(diff).slice(0, MAX_CAUSES);
  return shown.flatMap(({ cause }) => groupPhrases(diff, cause).slice(0, MAX_PHRASES).flat());
}

/** Every rank that moves, in order, from node to node; at most `limit` lines. */
export const listEveryMove = ({ moves }: PlanDiff, limit: number, quote: Quote) =>
  cutRuns(foldCarried(moves), limit, quote);

const cutRuns = (runs: readonly Run[], limit: number, quote: Quote): Omit<Section, 'title'> => ({
  items: runs.slice(0, limit).map((run) => formatRun(run, quote)),
  more: runs.slice(limit).reduce((sum, { moves }) => sum + moves.length, 0),
});

function formatCause(diff: PlanDiff, cause: MoveCause | null, quote: Quote): string {
  if (cause === null) return 'the plans do not say why';
  const groups = groupPhrases(diff, cause);
  const phrases = groups
    .slice(0, MAX_PHRASES)
    .map((group) => formatChange(group, diff.consequences.new.by, quote));
  const more = groups.length - phrases.length;
  const words = `${phrases.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  return cause.single ? words : `some of these changes: ${words}`;
}

/** Changes of one kind are one phrase, as far as that is short. */
function groupPhrases({ changes }: Unsummed, cause: MoveCause | null): readonly Group<MappingChange>[] {
  const named = (cause?.changes ?? []).flatMap((i) => changes[i] ?? []);
  const groups = groupBy(named, ({ kind, old, new: next }) =>
    JSON.stringify(isFigure(kind) || kind === 'domain' ? [kind, old, next] : [kind]),
  );
  return [...groups.values()];
}

/** `by` is the metric of both plans where scores are a change. */
function formatChange(group: Group<MappingChange>, by: string, quote: Quote): string {
  const [first] = group;
  const names = group.flatMap((change) => change.what);
  const what = listSome(names, quote);
  const pair = (unset: string) =>
    [first.old, first.new].map((value) => quote(String(value ?? unset))).join(' → ');
  const figures = () => `${formatMetric(by, quote)} of ${what} ${formatFigures(group, by, quote)}`;
  const phrases: Readonly<Record<ChangeKind, () => string>> = {
    strategy: () =>
      first.old === first.new ? 'the list of ranks changed' : `strategy ${pair('every slot')}`,
    'ranks-per-gpu': () => `ranks per GPU ${pair('1')}`,
    'gpus-per-rank': () => `GPUs per rank ${pair('1')}`,
    islands: () => `links between the GPUs of ${what} changed`,
    'world-size': () => `world size ${pair('every slot')}`,
    'group-size': () => `blocks of ${pair('any number of')} ranks`,
    levels: () => `levels of domains ${pair('none')}`,
    domain: () => `${what} moved from ${quote(String(first.old))} to ${quote(String(first.new))}`,
    replaced: () => formatReplaced(first, quote),
    order: () => 'the order of nodes or GPUs in the topology changed',
    score: figures,
    pace: figures,
    'node-removed': () => `${what} removed`,
    'slots-removed': () => `${what} removed`,
    'node-added': () => `${what} added`,
    'slots-added': () => `${what} added`,
    excluded: () => `${what} excluded`,
    included: () => `${what} no longer excluded`,
  };
  return phrases[first.kind]();
}

/** The nodes that gave way are named first. */
function formatReplaced({ what }: MappingChange, quote: Quote): string {
  const half = what.length / 2;
  return `${listSome(what.slice(half), quote)} took the place of ${listSome(what.slice(0, half), quote)}`;
}

export const formatMetric = (by: string, quote: Quote): string =>
  by === 'score' || by === 'memory' ? by : quote(by);

/** All changes of a group are from the same figure to the same other one. */
function formatFigures(group: Group<MappingChange>, by: string, quote: Quote): string {
  const figures = [group[0].old, group[0].new]
    .map((figure) => quote(typeof figure === 'number' ? formatFigure(figure, by) : 'not set'))
    .join(' → ');
  const { measured } = spanMeasured(group);
  return measured === undefined ? figures : formatMeasured(measured, figures, by, quote);
}
