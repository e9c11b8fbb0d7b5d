import { listNamedChanges } from './format-moves.ts';
import { isFigure } from './measured-figures.ts';
import { nameSlots } from './name-slot.ts';
import type { ChangeKind, GpuFactChange, SettingChange, Unsummed } from './plan-diff.ts';

/** What the causes and their moves have told: each answers whether something is left to be listed. */
export interface Told {
  readonly leavesPlace: (nodeOrSlot: string) => boolean;
  readonly leavesFact: (change: GpuFactChange) => boolean;
  readonly leavesSetting: (change: SettingChange) => boolean;
}

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

export function listTold(diff: Unsummed): Told {
  const named = new Set(listNamedChanges(diff));
  const places = new Set([...named].flatMap(({ kind, what }) => (isFigure(kind) ? [] : what)));
  // Where a rank is gone from, or is new, is idle or in use now.
  for (const { from, to } of diff.moves) {
    if (to === null && from !== null) for (const slot of nameSlots(from)) places.add(slot);
    if (from === null && to !== null) for (const slot of nameSlots(to)) places.add(slot);
  }
  // A node is told where each slot of it is.
  const untold = new Set(
    [...diff.gpus.idleNow, ...diff.gpus.usedNow].filter((slot) => !places.has(slot)).map(nodeOf),
  );
  for (const node of [...diff.nodes.idleNow, ...diff.nodes.usedNow]) if (!untold.has(node)) places.add(node);
  const scores = [...named].filter(({ kind }) => isFigure(kind));
  const isTold = (kind: ChangeKind) => {
    const of = diff.changes.filter((change) => change.kind === kind);
    return of.every((change) => named.has(change));
  };
  return {
    leavesPlace: (name) => !places.has(name),
    leavesFact: ({ fact, old, new: next, gpus }) =>
      !isFigure(fact) ||
      !scores.some(
        (change) => change.old === old && change.new === next && change.what.length === gpus.length,
      ),
    leavesSetting: ({ path }) => {
      const key = path[0] === 'domain' ? 'domain' : path.join(' ');
      const kinds = KINDS_OF_SETTING[key] ?? [];
      return !(diff.changes.some(({ kind }) => kinds.includes(kind)) && kinds.every(isTold));
    },
  };
}

const nodeOf = (slot: string): string => slot.slice(0, slot.indexOf(':'));
