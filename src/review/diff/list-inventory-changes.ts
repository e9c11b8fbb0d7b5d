import type { PlanGpu } from '../../generated/plan.ts';
import type { MappingPair } from './find-causes.ts';
import type { GpuFactChange, NodeChanges, SlotChanges } from './plan-diff.ts';
import { nameOfSlot, type SlotUniverse } from './slot-universe.ts';

/** Nodes that came and went, and those that carry ranks in one plan only. */
export function listNodeChanges({ universe, slots }: MappingPair): NodeChanges {
  const used = {
    old: new Set(Array.from(slots.old, (slot) => universe.nodeOfSlot[slot])),
    new: new Set(Array.from(slots.new, (slot) => universe.nodeOfSlot[slot])),
  };
  const changes = {
    added: [] as string[],
    removed: [] as string[],
    idleNow: [] as string[],
    usedNow: [] as string[],
  };
  universe.nodes.forEach((node, i) => {
    if (node.old === null) changes.added.push(node.name);
    else if (node.new === null) changes.removed.push(node.name);
    else if (used.old.has(i) && !used.new.has(i)) changes.idleNow.push(node.name);
    else if (!used.old.has(i) && used.new.has(i)) changes.usedNow.push(node.name);
  });
  return changes;
}

/** The same of GPUs and CPU slots, on nodes that both plans have. */
export function listSlotChanges({ universe, slots }: MappingPair): SlotChanges {
  const changes = {
    added: [] as string[],
    removed: [] as string[],
    idleNow: [] as string[],
    usedNow: [] as string[],
  };
  const used = { old: new Set(slots.old), new: new Set(slots.new) };
  for (const node of universe.nodes) {
    if (node.old === null || node.new === null) continue;
    const had = new Set(node.old.gpus.map(({ index }) => index));
    const has = new Set(node.new.gpus.map(({ index }) => index));
    const [cpusBefore, cpusNow] = [node.old.cpuRanks, node.new.cpuRanks];
    for (let i = 0; i < node.gpus.length + node.cpuSlots; i++) {
      const slot = node.firstSlot + i;
      const index = node.gpus[i];
      const before = index === undefined ? i - node.gpus.length < cpusBefore : had.has(index);
      const now = index === undefined ? i - node.gpus.length < cpusNow : has.has(index);
      const list = !before ? 'added' : !now ? 'removed' : usage(used.old.has(slot), used.new.has(slot));
      if (list !== null) changes[list].push(nameOfSlot(universe, slot));
    }
  }
  return changes;
}

function usage(before: boolean, now: boolean): 'idleNow' | 'usedNow' | null {
  return before === now ? null : now ? 'usedNow' : 'idleNow';
}

const FACTS = ['uuid', 'model', 'vendor', 'memoryBytes', 'score', 'gres', 'cpus', 'parent'] as const;

/** Facts that changed of GPUs that both plans have; equal changes are one. Scores of two metrics are no change. */
export function listFactChanges(universe: SlotUniverse, sameMetric: boolean): readonly GpuFactChange[] {
  const groups = new Map<string, GpuFactChange & { readonly gpus: string[] }>();
  const facts = FACTS.filter((fact) => fact !== 'score' || sameMetric);
  for (const { name, old, new: next } of universe.nodes) {
    if (old === null || next === null) continue;
    const before = new Map<number, PlanGpu>(old.gpus.map((gpu) => [gpu.index, gpu]));
    for (const gpu of next.gpus) {
      const was = before.get(gpu.index);
      if (was === undefined) continue;
      for (const fact of facts) {
        if (was[fact] === gpu[fact]) continue;
        const key = JSON.stringify([fact, was[fact], gpu[fact]]);
        const group = groups.get(key) ?? { fact, old: was[fact], new: gpu[fact], gpus: [] };
        group.gpus.push(`${name}:${gpu.index}`);
        groups.set(key, group);
      }
    }
  }
  return [...groups.values()];
}
