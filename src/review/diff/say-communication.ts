import { groupBy } from '../../compiler/values/lists.ts';
import type { GroupCount } from '../figures.ts';
import { count, type Quote } from '../list-some.ts';
import { leaveOf, listNewlySpanning, pairSpans } from './format-figures.ts';
import type { Blocks, Neighbours, SettingChange, Unsummed } from './plan-diff.ts';

/** How many figures are named. */
const MAX_FIGURES = 3;

/** What becomes of ranks that talk to each other: how many leave a node or a domain, and the settings
 * that decide how they talk, which are `named`. */
export function sayCommunication(diff: Unsummed, named: string | null, quote: Quote): string[] {
  const { old, new: next } = diff.consequences;
  const groups = [...sayBlocks(old.blocks, next.blocks), ...sayGroups(old.parallel, next.parallel)];
  const pairs = old.levels.flatMap((before) => {
    const after = next.levels.find(({ level }) => level === before.level);
    return after === undefined ? [] : [[before, after] as const];
  });
  const [before, now] = [
    { ...old, places: old.nodes },
    { ...next, places: next.nodes },
  ];
  const figures = [
    ...groups,
    ...(groups.length > 0 ? [] : sayNeighbours('on different nodes', before, now)),
    ...pairs.flatMap(([a, b]) => sayNeighbours(`in different places of ${quote(a.level)}`, a, b)),
  ];
  return [
    ...figures.slice(0, MAX_FIGURES),
    ...sayDomains(diff.settings, quote),
    ...(named === null ? [] : [`communication: ${named}`]),
  ];
}

function sayBlocks(old: Blocks | null, next: Blocks | null): string[] {
  if (next === null) return [];
  const newly = listNewlySpanning(old, next).length;
  const what = (blocks: Blocks) => `of ${blocks.count} blocks of ${blocks.size} ranks`;
  if (newly > 0) return [`${newly} ${what(next)} newly ${leaveOf(next)}`];
  if (old === null || old.size !== next.size) return [];
  const fewer = listNewlySpanning(next, old).filter((first) => first < next.size * next.count).length;
  return fewer === 0 ? [] : [`${fewer} ${what(old)} no longer ${leaveOf(old)}`];
}

/** Worse changes come first. If one plan has no sizes, nothing counts as changed. */
function sayGroups(old: readonly GroupCount[], next: readonly GroupCount[]): string[] {
  if (old.length === 0) return [];
  return pairSpans(old, next)
    .flatMap(({ title, before, now }) => (now === null ? [] : [{ title, was: before?.count ?? 0, ...now }]))
    .filter(({ was, count }) => was !== count)
    .toSorted((a, b) => Number(a.count < a.was) - Number(b.count < b.was))
    .map(({ title, was, count, of }) => `${title}: ${was} → ${count} of ${of}`);
}

type Crossings = Omit<Neighbours, 'level'>;

/** Ranks in a row leave each place once at least: only what is above that is a change. */
function sayNeighbours(where: string, old: Crossings, next: Crossings): string[] {
  if (old.crossings - old.places === next.crossings - next.places) return [];
  const change =
    old.crossings === next.crossings
      ? `${next.crossings} as before, in ${old.places} → ${next.places} places`
      : `${old.crossings} → ${next.crossings}`;
  return [`neighbouring ranks ${where}: ${change}`];
}

/** `3 nodes have another rack`. Where a level comes or goes as a whole, no node has changed its place. */
function sayDomains(settings: readonly SettingChange[], quote: Quote): string[] {
  const isKnown = !settings.some(({ path }) => path[0] === 'levels');
  const changed = settings.filter(
    ({ path, old, new: next }) => path[0] === 'domain' && (isKnown || (old !== null && next !== null)),
  );
  return [...groupBy(changed, ({ path }) => path[1] ?? '')].map(([level, changes]) => {
    const nodes = changes.flatMap((change) => change.nodes).length;
    return `${count(nodes, 'node')} ha${nodes === 1 ? 's' : 've'} another ${quote(level)}`;
  });
}
