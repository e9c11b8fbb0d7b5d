import { nameLevel } from '../count-groups.ts';
import { leaveOf, listNewlySpanning } from './format-figures.ts';
import type { Blocks, Consequences, GroupCount, Neighbours, SettingChange, Unsummed } from './plan-diff.ts';
import type { Quote } from './section.ts';

/** How many figures are told. */
const MAX_FIGURES = 3;

/** What becomes of ranks that talk to each other: how many leave a node or a domain, and what else decides how they talk. */
export function sayCommunication(
  { consequences: { old, new: next }, settings }: Unsummed,
  named: readonly SettingChange[],
  nameSettings: (settings: readonly SettingChange[]) => string,
  quote: Quote,
): string[] {
  const groups = [...sayBlocks(old.blocks, next.blocks), ...sayGroups(old.parallel, next.parallel)];
  const pairs = old.levels.flatMap((before) => {
    const after = next.levels.find(({ level }) => level === before.level);
    return after === undefined ? [] : [[before, after] as const];
  });
  const figures = [
    ...groups,
    ...(groups.length > 0 ? [] : sayNeighbours('on different nodes', ofNodes(old), ofNodes(next))),
    ...pairs.flatMap(([a, b]) => sayNeighbours(`in different places of ${quote(a.level)}`, a, b)),
  ];
  const others = named.filter(({ path }) => path[0] !== 'domain');
  return [
    ...figures.slice(0, MAX_FIGURES),
    ...sayDomains(settings, quote),
    ...(others.length === 0 ? [] : [`communication: ${nameSettings(others)}`]),
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

/** What is worse comes first. Where one plan says nothing of sizes, nothing has changed. */
function sayGroups(old: readonly GroupCount[], next: readonly GroupCount[]): string[] {
  const pairs = old.length === 0 ? [] : next.flatMap((dimension) => pairSpans(old, dimension));
  const changed = pairs.filter(({ before, now }) => before !== now);
  return changed
    .toSorted((a, b) => Number(a.now < a.before) - Number(b.now < b.before))
    .map(({ what, before, now, groups }) => `${what}: ${before} → ${now} of ${groups}`);
}

const pairSpans = (old: readonly GroupCount[], { name, groups, spanning }: GroupCount) =>
  spanning.map(({ level, groups: now }) => {
    const own = old.find((dimension) => dimension.name === name);
    const before = own?.spanning.find((one) => one.level === level)?.groups ?? 0;
    return { what: `${name} groups that span ${nameLevel(level)}`, before, now, groups };
  });

const ofNodes = ({ nodes, crossings }: Consequences): Omit<Neighbours, 'level'> => ({
  places: nodes,
  crossings,
});

/** Ranks in a row leave each place once at least: only what is above that is worth a word. */
function sayNeighbours(
  where: string,
  old: Omit<Neighbours, 'level'>,
  next: Omit<Neighbours, 'level'>,
): string[] {
  if (old.crossings - old.places === next.crossings - next.places) return [];
  return [`neighbouring ranks ${where}: ${old.crossings} → ${next.crossings}`];
}

/** `3 nodes have another rack`. Where a level comes or goes as a whole, no node has changed its place. */
function sayDomains(settings: readonly SettingChange[], quote: Quote): string[] {
  const nodesOf = new Map<string, string[]>();
  const isKnown = !settings.some(({ path }) => path[0] === 'levels');
  for (const { path, nodes, old, new: next } of settings)
    if (path[0] === 'domain' && (isKnown || (old !== null && next !== null)))
      nodesOf.set(path[1] ?? '', [...(nodesOf.get(path[1] ?? '') ?? []), ...nodes]);
  return [...nodesOf].map(
    ([level, nodes]) =>
      `${nodes.length} node${nodes.length === 1 ? ' has' : 's have'} another ${quote(level)}`,
  );
}
