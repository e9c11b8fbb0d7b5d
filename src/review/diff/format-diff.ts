import { groupBy } from '../../compiler/values/lists.ts';
import { nameSlots } from '../device-name.ts';
import { compressNumbers, count, listSome, type Quote } from '../list-some.ts';
import { formatMoves, type Section } from './format-moves.ts';
import { formatProcesses, formatSlotChanges } from './format-roles.ts';
import { formatFact, formatSetting, orderFacts } from './format-values.ts';
import { listRemaining } from './list-remaining.ts';
import type { Danger, MachineShift, PlanDiff, SettingChange } from './plan-diff.ts';

/** How many lines a section shows. */
const MAX_ITEMS = 12;

/** The titles of what stands above all else, and all of it: a change that is cut off is not reviewed. */
export const FIRST_SECTIONS = { code: 'which code runs', hosts: 'which hosts' } as const;

/** The sections that the headline sums up, the most important for a reviewer first; empty ones are left out. */
export function formatSections(diff: PlanDiff, quote: Quote): readonly Section[] {
  const remaining = listRemaining(diff);
  const settingsOf = (...dangers: readonly Danger[]) =>
    remaining.settings.filter(({ danger }) => dangers.includes(danger));
  const word = (change: SettingChange) => formatSetting(change, quote);
  const renumbered = diff.adjusted.flatMap(({ rank, localRank }) =>
    localRank.old === localRank.new ? [] : rank,
  );
  const sections = [
    // In the place of moves.
    cut('slots that change role', formatSlotChanges(diff.roles?.slots ?? [], quote), asIs),
    cut('processes', formatProcesses(diff.roles?.processes ?? [], quote), asIs),
    cut('nodes and GPUs', formatInventory(diff, remaining, quote), asIs),
    cut('communication', settingsOf('communication'), word),
    cut('facts of GPUs', orderFacts(remaining.facts), (change) =>
      formatFact(change, diff.consequences.new.by, quote),
    ),
    cut('machines that are slower or faster as a whole', diff.machines, (shift) => formatShift(shift, quote)),
    cut(
      'measured again, and count as before',
      asOne(diff.remeasured),
      (names) => `${count(names.length, 'GPU')}: ${listSome(names, quote)}`,
    ),
    cut(
      'shares of the global batch',
      groupShares(diff),
      ({ ranks, change }) => `${formatRanks(ranks)}: ${change}`,
    ),
    cut('ranks that stay and have another local rank', asOne(renumbered), formatRanks),
    cut('arguments and variables of the program', settingsOf('program'), word),
    cut('settings', settingsOf('placement', 'pace', 'job', 'words'), word),
  ];
  return [
    ...(['code', 'hosts'] as const).flatMap((danger) => {
      const items = diff.settings
        .filter((change) => change.danger === danger)
        .map((change) => `${word(change)}: it ${change.runs}`);
      return items.length === 0 ? [] : [{ title: FIRST_SECTIONS[danger], items, more: 0 }];
    }),
    ...formatMoves(diff, quote),
    ...sections.filter(({ items }) => items.length > 0),
  ];
}

/** `a1 is 4.0 % slower`. */
const formatShift = ({ node, change, gpus }: MachineShift, quote: Quote): string =>
  `${quote(node)} is ${(100 * Math.abs(change)).toFixed(1)} % ${change < 0 ? 'slower' : 'faster'} (the middle one of ${gpus} GPUs)`;

/** Only what is shown is worded: there may be a hundred thousand items. */
function cut<T>(title: string, items: readonly T[], word: (item: T) => string): Section {
  const shown = items.slice(0, MAX_ITEMS).map((item) => word(item));
  return { title, items: shown, more: items.length - shown.length };
}

const asIs = (line: string): string => line;

function formatInventory(
  diff: PlanDiff,
  remaining: ReturnType<typeof listRemaining>,
  quote: Quote,
): string[] {
  const { nodes, gpus, moves, roles } = diff;
  const { order, includesPlace } = remaining;
  const without = (names: readonly string[], others: readonly string[], nameOf = asIs) => {
    const listed = new Set(others);
    return names.filter((name) => !listed.has(nameOf(name)));
  };
  // A rank that is on something new has moved there.
  const targets = [...moves, ...(roles?.processes ?? [])].flatMap(({ to }) => to ?? []);
  const idleNodes = without(
    nodes.added,
    targets.map(({ node }) => node),
  );
  const idleSlots = without(gpus.added, targets.flatMap(nameSlots));
  // GPUs of a node that is idle as a whole are covered by the node.
  const nodeOf = (slot: string) => slot.slice(0, slot.indexOf(':'));
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['nodes added', without(nodes.added, idleNodes).filter(includesPlace)],
    ['nodes added, and idle', idleNodes],
    ['nodes removed', nodes.removed.filter(includesPlace)],
    ['nodes idle now', nodes.idleNow.filter(includesPlace)],
    ['nodes in use now', nodes.usedNow.filter(includesPlace)],
    ['added', without(gpus.added, idleSlots).filter(includesPlace)],
    ['added, and idle', idleSlots],
    ['removed', gpus.removed.filter(includesPlace)],
    ['idle now', without(gpus.idleNow, nodes.idleNow, nodeOf).filter(includesPlace)],
    ['in use now', without(gpus.usedNow, nodes.usedNow, nodeOf).filter(includesPlace)],
  ];
  const items = lists.flatMap(([title, names]) =>
    names.length === 0 ? [] : [`${title} (${names.length}): ${listSome(names, quote)}`],
  );
  return order ? [...items, 'the order of nodes or GPUs in the topology changed'] : items;
}

/** Shares of ranks that are in both plans, wherever they are; equal changes are one line. */
function groupShares({ adjusted, moves }: PlanDiff) {
  const moved = moves.flatMap(({ rank, from, to }) =>
    from === null || to === null ? [] : [{ rank, share: { old: from.share, new: to.share } }],
  );
  const changed = [...adjusted, ...moved].filter(({ share }) => share.old !== share.new);
  const groups = groupBy(changed, ({ share }) => `${share.old ?? 'none'} → ${share.new ?? 'none'}`);
  return [...groups].map(([change, ranks]) => ({ change, ranks: ranks.map(({ rank }) => rank) }));
}

/** All of them in one item. */
const asOne = <T>(list: readonly T[]): readonly (readonly T[])[] => (list.length === 0 ? [] : [list]);

function formatRanks(ranks: readonly number[]): string {
  const sorted = ranks.toSorted((a, b) => a - b);
  return `rank${ranks.length === 1 ? '' : 's'} ${compressNumbers(sorted, 6).replaceAll('-', '–')}`;
}
