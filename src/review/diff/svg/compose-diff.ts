import type { LaunchPlan } from '../../../generated/plan.ts';
import { composePicture, listFigures } from '../../show/compose-picture.ts';
import { listSlots } from '../../show/list-slots.ts';
import type { NodeBox, Picture } from '../../show/picture.ts';
import { nameSlot, nameSlots } from '../name-slot.ts';
import type { Move, Placement, PlanDiff } from '../plan-diff.ts';
import { buildUniverse } from '../slot-universe.ts';

/** How many slots of both plans together are drawn, and how many nodes. */
const MAX_SLOTS = 400;
const MAX_ROWS = 24;

/** A node that something happened to, before and after; null where the plan does not have it. */
export interface DiffRow {
  readonly name: string;
  readonly old: NodeBox | null;
  readonly new: NodeBox | null;
}

/** Two plans side by side: the nodes that differ, and what is left out of the picture. */
export interface DiffPicture {
  readonly old: Picture;
  readonly new: Picture;
  readonly rows: readonly DiffRow[];
  /** Where the ranks of a slot go, and where they come from, by its name; `gone` and `new` where they do not. */
  readonly goes: ReadonlyMap<string, string>;
  readonly comes: ReadonlyMap<string, string>;
  /** Nodes that are the same in both, with their ranks. */
  readonly same: { readonly nodes: number; readonly ranks: number };
  /** Nodes that differ and are too many to draw. */
  readonly left: number;
}

export function composeDiff(old: LaunchPlan, next: LaunchPlan, diff: PlanDiff): DiffPicture {
  const changed = findChangedNodes(diff);
  const drawn: string[] = [];
  let [slots, same] = [0, 0];
  for (const node of buildUniverse(old, next).nodes) {
    if (!changed.has(node.name)) {
      same++;
      continue;
    }
    slots += 2 * (node.gpus.length + node.cpuSlots);
    if (drawn.length === 0 || (slots <= MAX_SLOTS && drawn.length < MAX_ROWS)) drawn.push(node.name);
    else slots = Number.POSITIVE_INFINITY;
  }
  const only = new Set(drawn);
  const [before, after] = composeBoth(old, next, only);
  const [byOld, byNew] = [before, after].map(({ nodes }) => new Map(nodes.map((node) => [node.name, node])));
  const rows = drawn.map((name) => ({ name, old: byOld?.get(name) ?? null, new: byNew?.get(name) ?? null }));
  return {
    old: before,
    new: after,
    rows,
    goes: markSlots(diff.moves, only, ({ from, to }) => [from, to === null ? 'gone' : `→ ${nameSlot(to)}`]),
    comes: markSlots(diff.moves, only, ({ from, to }) => [to, from === null ? 'new' : `← ${nameSlot(from)}`]),
    same: { nodes: same, ranks: next.ranks.filter(({ node }) => !changed.has(node)).length },
    left: changed.size - drawn.length,
  };
}

/** Nodes that ranks leave or enter, that came or went, and whose GPUs have other facts. */
function findChangedNodes({ moves, nodes, gpus, facts }: PlanDiff): ReadonlySet<string> {
  const ofSlots = [...gpus.added, ...gpus.removed, ...facts.flatMap((fact) => fact.gpus)];
  return new Set([
    ...moves.flatMap(({ from, to }) => [from, to].flatMap((place) => (place === null ? [] : [place.node]))),
    ...nodes.added,
    ...nodes.removed,
    ...ofSlots.map((slot) => slot.slice(0, slot.lastIndexOf(':'))),
  ]);
}

/** Where both plans rank by the same figure, one colour means one figure in both. */
function composeBoth(
  old: LaunchPlan,
  next: LaunchPlan,
  only: ReadonlySet<string>,
): readonly [Picture, Picture] {
  const [before, after] = [[...listSlots(old)], [...listSlots(next)]];
  const [ofOld, ofNew] = [listFigures(before), listFigures(after)];
  const shared = old.mapping.by === next.mapping.by ? [...ofOld, ...ofNew] : null;
  return [
    composePicture(old, { slots: before, only, figures: shared ?? ofOld }),
    composePicture(next, { slots: after, only, figures: shared ?? ofNew }),
  ];
}

/** Ranks of one slot move together but for rare cases; those are shown as the first. */
function markSlots(
  moves: readonly Move[],
  only: ReadonlySet<string>,
  mark: (move: Move) => readonly [Placement | null, string],
): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const move of moves) {
    const [place, text] = mark(move);
    if (place === null || !only.has(place.node)) continue;
    for (const slot of nameSlots(place)) {
      const other = marks.get(slot);
      if (other === undefined) marks.set(slot, text);
      else if (other !== text && !other.endsWith(' …')) marks.set(slot, `${other} …`);
    }
  }
  return marks;
}
