import { nameSlots } from '../device-name.ts';
import { listNamedChanges } from './format-moves.ts';
import { isFigure } from './measured-figures.ts';
import type { ChangeKind, GpuFactChange, SettingChange, Unsummed } from './plan-diff.ts';

/** The kinds of changes that a setting makes, by its path. */
const KINDS_OF_SETTING: Readonly<Record<string, readonly ChangeKind[]>> = {
  'mapping strategy': ['strategy'],
  'mapping by': ['strategy'],
  'mapping order': ['strategy'],
  'mapping ranksPerGpu': ['ranks-per-gpu'],
  'mapping gpusPerRank': ['gpus-per-rank'],
  'mapping exclude': ['excluded', 'included', 'replaced'],
  spare: ['replaced'],
  'launch groupSize': ['group-size'],
  levels: ['levels'],
  domain: ['domain', 'levels'],
};

/** What the causes of moves, and the moves below them, do not name already; `order` is that of the topology. */
export function listRemaining(diff: Unsummed) {
  const named = new Set(listNamedChanges(diff));
  const scores = [...named].filter(({ kind }) => isFigure(kind));
  const isNamed = (kind: ChangeKind) =>
    diff.changes.every((change) => change.kind !== kind || named.has(change));
  const isNamedSetting = ({ path }: SettingChange) => {
    const kinds = KINDS_OF_SETTING[path[0] === 'domain' ? 'domain' : path.join(' ')] ?? [];
    return diff.changes.some(({ kind }) => kinds.includes(kind)) && kinds.every(isNamed);
  };
  const isNamedFact = ({ fact, old, new: next, gpus }: GpuFactChange) =>
    isFigure(fact) &&
    scores.some((change) => change.old === old && change.new === next && change.what.length === gpus.length);
  const places = listNamedPlaces(
    diff,
    [...named].flatMap(({ kind, what }) => (isFigure(kind) ? [] : what)),
  );
  return {
    order: !isNamed('order'),
    facts: diff.facts.filter((change) => !isNamedFact(change)),
    settings: diff.settings.filter((change) => !isNamedSetting(change)),
    includesPlace: (nodeOrSlot: string) => !places.has(nodeOrSlot),
  };
}

function listNamedPlaces({ moves, nodes, gpus }: Unsummed, named: readonly string[]): ReadonlySet<string> {
  // A slot from which a rank was removed, or where one was added, is idle or in use now.
  const lone = moves.flatMap(({ from, to }) => (from === null ? (to ?? []) : to === null ? from : []));
  const places = new Set([...named, ...lone.flatMap(nameSlots)]);
  // A node is named where each slot of it is.
  const others = [...gpus.idleNow, ...gpus.usedNow].filter((slot) => !places.has(slot));
  const unnamed = new Set(others.map((slot) => slot.slice(0, slot.indexOf(':'))));
  for (const node of [...nodes.idleNow, ...nodes.usedNow]) if (!unnamed.has(node)) places.add(node);
  return places;
}
