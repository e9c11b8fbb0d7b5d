import { plannedPace } from '../../compiler/mapping/metric.ts';
import { findShift } from '../../compiler/mapping/settle-paces.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { PlanGpu } from '../../generated/plan.ts';
import { nameOfSlot, type SlotUniverse, type UniverseNode } from '../mapping/slot-universe.ts';
import type { MappingPair } from './find-causes.ts';
import { measuredOf, spanMeasured } from './measured-figures.ts';
import type { GpuFactChange, MachineShift, PlaceChanges } from './plan-diff.ts';

type Use = 'absent' | 'idle' | 'used';

const noChanges = (): { readonly [List in keyof PlaceChanges]: string[] } => ({
  added: [],
  removed: [],
  idleNow: [],
  usedNow: [],
});

/** In which list a node or slot is; null where it is as before. */
function listOf(before: Use, now: Use): keyof PlaceChanges | null {
  if (before === now) return null;
  if (before === 'absent') return 'added';
  if (now === 'absent') return 'removed';
  return now === 'used' ? 'usedNow' : 'idleNow';
}

/** The slots that carry ranks, by their numbers. */
const markUsed = ({ teams, nodeOfSlot }: SlotUniverse, places: Int32Array): Uint8Array => {
  const used = new Uint8Array(nodeOfSlot.length);
  for (const place of places) for (const slot of teams.slotsAt(place)) used[slot] = 1;
  return used;
};

/** Nodes that were added and removed, and those that carry ranks in one plan only. */
export function listNodeChanges({ universe, slots }: MappingPair): PlaceChanges {
  const changes = noChanges();
  const [old, next] = [slots.old, slots.new].map((places) => markUsed(universe, places));
  for (const node of universe.nodes) {
    const end = node.firstSlot + node.gpus.length + node.cpuSlots;
    const useOf = (plan: object | null, used: Uint8Array | undefined): Use =>
      plan === null ? 'absent' : used?.subarray(node.firstSlot, end).includes(1) === true ? 'used' : 'idle';
    const list = listOf(useOf(node.old, old), useOf(node.new, next));
    if (list !== null) changes[list].push(node.name);
  }
  return changes;
}

/** The same of GPUs and CPU slots, on nodes that both plans have. */
export function listSlotChanges({ universe, slots }: MappingPair): PlaceChanges {
  const changes = noChanges();
  const [old, next] = [slots.old, slots.new].map((places) => markUsed(universe, places));
  for (const node of universe.nodes) {
    if (node.old === null || node.new === null) continue;
    const [had, has] = [createHolder(node, 'old'), createHolder(node, 'new')];
    for (let i = 0; i < node.gpus.length + node.cpuSlots; i++) {
      const slot = node.firstSlot + i;
      const useOf = (isThere: boolean, used: Uint8Array | undefined): Use =>
        !isThere ? 'absent' : used?.[slot] === 1 ? 'used' : 'idle';
      const list = listOf(useOf(had(i), old), useOf(has(i), next));
      if (list !== null) changes[list].push(nameOfSlot(universe, slot));
    }
  }
  return changes;
}

/** Whether one of the plans has the i-th slot of a node. */
function createHolder({ gpus, ...node }: UniverseNode, side: 'old' | 'new'): (i: number) => boolean {
  const indices = new Set(node[side]?.gpus.map(({ index }) => index));
  const cpuRanks = node[side]?.cpuRanks ?? 0;
  return (i) => (i < gpus.length ? indices.has(gpus[i] ?? -1) : i - gpus.length < cpuRanks);
}

interface SharedGpu {
  readonly node: string;
  readonly name: string;
  readonly old: PlanGpu;
  readonly new: PlanGpu;
}

/** The GPUs that both plans have, of nodes whose GPUs are described in another way. */
export function listSharedGpus({ nodes }: SlotUniverse): readonly SharedGpu[] {
  return nodes.flatMap(({ name, old, new: next }) => {
    if (old === null || next === null || old.gpus === next.gpus) return [];
    const known = new Map(old.gpus.map((gpu) => [gpu.index, gpu]));
    return next.gpus.flatMap((gpu) => {
      const was = known.get(gpu.index);
      return was === undefined ? [] : [{ node: name, name: `${name}:${gpu.index}`, old: was, new: gpu }];
    });
  });
}

const FACTS = [
  'uuid',
  'model',
  'vendor',
  'memoryBytes',
  'score',
  'fixedSeconds',
  'maxSamples',
  'gres',
  'cpus',
  'parent',
  'island',
] as const;

/** Facts that changed; equal changes are one. */
export function listFactChanges(
  shared: readonly SharedGpu[],
  comparesScores: boolean,
): readonly GpuFactChange[] {
  const facts = FACTS.filter((fact) => fact !== 'score' || comparesScores);
  const changes = shared.flatMap((gpu) =>
    facts.flatMap((fact) => {
      const [old, next] = [valueOfFact(gpu.old, fact), valueOfFact(gpu.new, fact)];
      if (old === next) return [];
      const measured = fact === 'score' ? measuredOf(gpu.old, gpu.new) : null;
      const kind = measured === null ? fact : ('pace' as const);
      return [{ fact: kind, old, new: next, gpu: gpu.name, measured }];
    }),
  );
  const groups = groupBy(changes, (change) => JSON.stringify([change.fact, change.old, change.new]));
  return [...groups.values()].flatMap((group): GpuFactChange[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { gpu: _, measured: __, ...change } = first;
    return [{ ...change, gpus: group.map(({ gpu }) => gpu), ...spanMeasured(group) }];
  });
}

/** Of figures that which decisions compare. */
const valueOfFact = (gpu: PlanGpu, fact: (typeof FACTS)[number]): string | number | null =>
  fact === 'score' ? plannedPace(gpu) : gpu[fact];

/** GPUs that were measured again and count as before. */
export const listRemeasured = (shared: readonly SharedGpu[]): readonly string[] =>
  shared
    .filter(({ old, new: next }) => old.score !== next.score && plannedPace(old) === plannedPace(next))
    .map(({ name }) => name);

/** Machines whose measured GPUs became slower or faster as a whole, whether or not they count as before. */
export function listShifts(shared: readonly SharedGpu[]): readonly MachineShift[] {
  const byNode = groupBy(shared, ({ node }) => node);
  return [...byNode].flatMap(([node, gpus]) => {
    const ratios = gpus.flatMap(({ old, new: next }) => {
      // What was written by hand has no pace.
      if (old.score === null || old.pace === null || next.score === null || next.pace === null) return [];
      return [next.score / old.score];
    });
    const change = findShift(ratios);
    return change === null ? [] : [{ node, change, gpus: ratios.length }];
  });
}
