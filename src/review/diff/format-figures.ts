import { nameLevel } from '../count-spans.ts';
import { countsAs, formatPercent, formatSeconds } from '../estimate-cost.ts';
import type { GroupCount } from '../figures.ts';
import { formatBytes } from '../format-figure.ts';
import { nameSpan, type Quote } from '../list-some.ts';
import type { Blocks, Consequences, Pair, PlanDiff } from './plan-diff.ts';

/** A figure of both plans. Where it is the same, both texts are. */
export interface Figure {
  readonly title: string;
  readonly before: string;
  readonly now: string;
}

const UNKNOWN = 'unknown';

/** What a reviewer compares, those first that say what it costs; a figure that neither plan knows is left out. */
export function listFigures({ head, consequences, roles }: PlanDiff, quote: Quote): readonly Figure[] {
  const { old, new: next } = consequences;
  const both = (title: string, { old: a, new: b }: Pair<string | number>): Figure => ({
    title,
    before: quote(String(a)),
    now: quote(String(b)),
  });
  const of = (title: string, say: (side: Consequences, other: Consequences) => string) => ({
    title,
    before: say(old, next),
    now: say(next, old),
  });
  // Figures of two metrics do not compare.
  const metricOf = ({ by }: Consequences) => (old.by === next.by ? '' : `${quote(by)} `);
  const name = head.name.old === head.name.new ? [] : [both('name', head.name)];
  // Roles have no step in common, and no rank 0.
  const size = { before: String(head.worldSize.old), now: String(head.worldSize.new) };
  if (roles !== undefined) return [...name, { title: 'processes', ...size }];
  const figures = [
    ...name,
    { title: 'ranks', ...size },
    of('slowest GPU', (side) => {
      const { slowest } = side;
      return slowest === null ? UNKNOWN : `${quote(slowest.gpu)} (${metricOf(side)}${countsAs(slowest)})`;
    }),
    of('step time', ({ stepTime: time, unit }) => (unit && time !== null ? formatSeconds(time) : UNKNOWN)),
    of('idle share of GPU time', ({ idleShare: idle }) => (idle === null ? UNKNOWN : formatPercent(idle))),
    both('rank 0', head.rankZero),
    both('master', head.master),
    of('smallest memory', ({ smallestMemory: memory }) =>
      memory === null ? UNKNOWN : `${quote(memory.gpu)} (${formatBytes(memory.bytes)})`,
    ),
    of('neighbouring ranks on different nodes', ({ crossings }) => String(crossings)),
    ...old.levels.flatMap(({ level, crossings }) => {
      const after = next.levels.find((one) => one.level === level);
      const title = `neighbouring ranks in different places of ${quote(level)}`;
      if (after === undefined || after.crossings === crossings) return [];
      return [{ title, before: String(crossings), now: String(after.crossings) }];
    }),
    of(`blocks that ${leaveOf(next.blocks)}`, (side, other) => formatBlocks(side.blocks, other.blocks)),
    ...nameBlocks(old.blocks, next.blocks),
    ...compareGroups(old.parallel, next.parallel),
  ];
  return figures.filter(({ before, now }) => before !== UNKNOWN || now !== UNKNOWN);
}

export const isChanged = ({ before, now }: Figure): boolean => before !== now;

/** A line of those that stay; none where all change. */
export function nameUnchanged(figures: readonly Figure[]): string[] {
  const same = figures.filter((figure) => !isChanged(figure)).map(({ title, now }) => `${title} ${now}`);
  return same.length === 0 ? [] : [`unchanged: ${same.join('; ')}`];
}

/** Blocks of one plan alone say nothing about a change, unless they span nodes. */
function formatBlocks(blocks: Blocks | null, other: Blocks | null): string {
  if (blocks === null || (other === null && blocks.spanning.length === 0)) return UNKNOWN;
  const own = other !== null && blocks.within !== other.within ? ` ${leaveOf(blocks)}` : '';
  return `${blocks.spanning.length} of ${blocks.count} blocks of ${blocks.size} ranks${own}`;
}

export const leaveOf = (blocks: Blocks | null): string =>
  blocks?.within === undefined ? 'span nodes' : `leave their ${blocks.within}`;

/** First ranks of the blocks that span nodes and did not before; of another size or level, of all that do. */
export function listNewlySpanning(old: Blocks | null, next: Blocks): readonly number[] {
  const before = new Set(old?.size === next.size && old.within === next.within ? old.spanning : []);
  return next.spanning.filter((first) => !before.has(first));
}

/** Names the first blocks that span nodes now and did not before. */
function nameBlocks(old: Blocks | null, next: Blocks | null): Figure[] {
  const now = next === null ? [] : listNewlySpanning(old, next);
  if (next === null || now.length === 0) return [];
  const shown = now.slice(0, 6).map((first) => nameSpan(first, first + next.size - 1));
  const ranks = `ranks ${shown.join(', ')}${now.length > 6 ? ` and ${now.length - 6} more` : ''}`;
  return [{ title: `blocks that newly ${leaveOf(next)}`, before: '', now: ranks }];
}

interface Spanning {
  readonly count: number;
  readonly of: number;
}

/** How many `tp groups that span nodes` both plans have, and those of all dimensions and levels; null without the dimension. */
export function pairSpans(old: readonly GroupCount[], next: readonly GroupCount[]) {
  const [before, now] = [listSpans(old), listSpans(next)];
  return [...new Set([...before.keys(), ...now.keys()])].map((title) => ({
    title,
    before: before.get(title) ?? null,
    now: now.get(title) ?? null,
  }));
}

const listSpans = (counts: readonly GroupCount[]): ReadonlyMap<string, Spanning> =>
  new Map(
    counts.flatMap(({ name, groups: of, spanning }) =>
      spanning.map(({ level, groups: count }): [string, Spanning] => [
        `${name} groups that span ${nameLevel(level)}`,
        { count, of },
      ]),
    ),
  );

const compareGroups = (old: readonly GroupCount[], next: readonly GroupCount[]): readonly Figure[] =>
  pairSpans(old, next)
    .filter(({ before, now }) => (before?.count ?? 0) + (now?.count ?? 0) > 0)
    .map(({ title, before, now }) => ({ title, before: nameSpanning(before), now: nameSpanning(now) }));

const nameSpanning = (spanning: Spanning | null): string =>
  spanning === null ? 'none' : `${spanning.count} of ${spanning.of}`;
