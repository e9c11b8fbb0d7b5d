import { plannedPace } from '../../compiler/mapping/metric.ts';
import type { PlanGpu } from '../../generated/plan.ts';
import type { MappingPair } from './find-causes.ts';
import { createGroupStore } from './group-store.ts';
import { measuredOf, spanMeasured } from './measured-figures.ts';
import type { GpuFactChange, Measured, NodeChanges, SlotChanges } from './plan-diff.ts';
import { nameOfSlot, type SlotUniverse } from './slot-universe.ts';

interface Lists {
  readonly added: string[];
  readonly removed: string[];
  readonly idleNow: string[];
  readonly usedNow: string[];
}

const emptyLists = (): Lists => ({ added: [], removed: [], idleNow: [], usedNow: [] });

/** Nodes that came and went, and those that carry ranks in one plan only. */
export function listNodeChanges({ universe, slots }: MappingPair): NodeChanges {
  const { nodeOfSlot, nodes } = universe;
  const mark = (used: Uint8Array, slot: number) => {
    used[nodeOfSlot[slot] ?? 0] = 1;
  };
  const [old, next] = [slots.old, slots.new].map((of) => markUsed(universe, of, nodes.length, mark));
  const changes = emptyLists();
  nodes.forEach((node, i) => {
    if (node.old === null) changes.added.push(node.name);
    else if (node.new === null) changes.removed.push(node.name);
    else {
      const list = usage(old?.[i] === 1, next?.[i] === 1);
      if (list !== null) changes[list].push(node.name);
    }
  });
  return changes;
}

/** The same of GPUs and CPU slots, on nodes that both plans have. */
export function listSlotChanges({ universe, slots }: MappingPair): SlotChanges {
  const changes = emptyLists();
  const mark = (used: Uint8Array, slot: number) => {
    used[slot] = 1;
  };
  const [old, next] = [slots.old, slots.new].map((of) =>
    markUsed(universe, of, universe.nodeOfSlot.length, mark),
  );
  for (const node of universe.nodes) {
    if (node.old === null || node.new === null) continue;
    const sameGpus = node.old.gpus.length === node.gpus.length && node.new.gpus.length === node.gpus.length;
    const [had, has] = [node.old, node.new].map(
      ({ gpus }) => new Set(sameGpus ? [] : gpus.map((gpu) => gpu.index)),
    );
    for (let i = 0; i < node.gpus.length + node.cpuSlots; i++) {
      const slot = node.firstSlot + i;
      const index = node.gpus[i];
      const cpu = i - node.gpus.length;
      const before = index === undefined ? cpu < node.old.cpuRanks : sameGpus || had?.has(index) === true;
      const now = index === undefined ? cpu < node.new.cpuRanks : sameGpus || has?.has(index) === true;
      const list = !before ? 'added' : !now ? 'removed' : usage(old?.[slot] === 1, next?.[slot] === 1);
      if (list !== null) changes[list].push(nameOfSlot(universe, slot));
    }
  }
  return changes;
}

function markUsed(
  { teams }: SlotUniverse,
  places: Int32Array,
  length: number,
  mark: (used: Uint8Array, slot: number) => void,
): Uint8Array {
  const used = new Uint8Array(length);
  for (const place of places) for (const slot of teams.slotsAt(place)) mark(used, slot);
  return used;
}

function usage(before: boolean, now: boolean): 'idleNow' | 'usedNow' | null {
  return before === now ? null : now ? 'usedNow' : 'idleNow';
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

type Group = Omit<GpuFactChange, 'measured'> & { readonly gpus: string[]; measured?: Measured };

/** Facts that changed of GPUs that both plans have; equal changes are one. */
export function listFactChanges(universe: SlotUniverse, comparesScores: boolean): readonly GpuFactChange[] {
  const groups = createGroupStore<Group>();
  const facts = FACTS.filter((fact) => fact !== 'score' || comparesScores);
  for (const { name, old, new: next } of universe.nodes) {
    if (old === null || next === null || old.gpus === next.gpus) continue;
    const wasAt = indexOld(old.gpus, next.gpus);
    for (const [i, gpu] of next.gpus.entries()) {
      const was = wasAt(i, gpu.index);
      if (was === undefined) continue;
      for (const fact of facts) {
        const [before, now] = [valueOfFact(was, fact), valueOfFact(gpu, fact)];
        if (before === now) continue;
        const measured = fact === 'score' ? measuredOf(was, gpu) : null;
        const keys = [measured === null ? fact : 'pace', before, now] as const;
        const group = groups.of(keys, () => createGroup(...keys));
        group.gpus.push(`${name}:${gpu.index}`);
        if (measured !== null) group.measured = spanMeasured(group.measured ?? measured, measured);
      }
    }
  }
  return groups.all;
}

/** Of figures that which decisions compare. */
const valueOfFact = (gpu: PlanGpu, fact: (typeof FACTS)[number]): Group['old'] =>
  fact === 'score' ? plannedPace(gpu) : gpu[fact];

/** GPUs that were measured anew and count as before. */
export function listRemeasured({ nodes }: SlotUniverse): readonly string[] {
  return nodes.flatMap(({ name, old, new: next }) => {
    if (old === null || next === null || old.gpus === next.gpus) return [];
    const wasAt = indexOld(old.gpus, next.gpus);
    const again = next.gpus.filter((gpu, i) => {
      const was = wasAt(i, gpu.index);
      return was !== undefined && was.score !== gpu.score && plannedPace(was) === plannedPace(gpu);
    });
    return again.map(({ index }) => `${name}:${index}`);
  });
}

const createGroup = (fact: Group['fact'], old: Group['old'], next: Group['new']): Group => ({
  fact,
  old,
  new: next,
  gpus: [],
});

/** Most nodes list the same indices in the same order: no map is needed. */
function indexOld(
  old: readonly PlanGpu[],
  next: readonly PlanGpu[],
): (position: number, index: number) => PlanGpu | undefined {
  if (old.length === next.length && next.every(({ index }, i) => old[i]?.index === index))
    return (i) => old[i];
  const known = new Map(old.map((gpu) => [gpu.index, gpu]));
  return (_, index) => known.get(index);
}
