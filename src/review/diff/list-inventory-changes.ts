import { plannedPace } from '../../compiler/mapping/metric.ts';
import { findShift } from '../../compiler/mapping/normalize-scores.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { PlanGpu } from '../../generated/plan.ts';
import { nameOfSlot, type SlotUniverse, slotsOfNode } from '../mapping/slot-universe.ts';
import type { MappingPair } from './find-causes.ts';
import { measuredOf, spanMeasured } from './measured-figures.ts';
import type { GpuFactChange, MachineShift, PlaceChanges } from './plan-diff.ts';

type Use = 'absent' | 'idle' | 'used';

/** Names by the list that they are in; those that are as before are in none. */
function sortByUse(items: readonly (readonly [name: string, before: Use, now: Use])[]): PlaceChanges {
  const namesOf = (isListed: (before: Use, now: Use) => boolean) =>
    items.flatMap(([name, before, now]) => (before !== now && isListed(before, now) ? [name] : []));
  return {
    added: namesOf((before) => before === 'absent'),
    removed: namesOf((_, now) => now === 'absent'),
    idleNow: namesOf((before, now) => before === 'used' && now === 'idle'),
    usedNow: namesOf((before, now) => before === 'idle' && now === 'used'),
  };
}

/** What each slot is used for in one of the plans. */
function usesOf({ universe, slots }: MappingPair, side: 'old' | 'new'): readonly Use[] {
  const { nodes, teams, nodeOfSlot } = universe;
  const uses = new Array<Use>(nodeOfSlot.length).fill('absent');
  for (const { [side]: planned, firstSlot, gpus, slotOf } of nodes) {
    for (const { index } of planned?.gpus ?? []) uses[slotOf.get(index) ?? -1] = 'idle';
    const firstCpu = firstSlot + gpus.length;
    uses.fill('idle', firstCpu, firstCpu + (planned?.cpuRanks ?? 0));
  }
  for (const place of slots[side]) for (const slot of teams.slotsAt(place)) uses[slot] = 'used';
  return uses;
}

/** Nodes, and slots of nodes that both plans have: which were added and removed, and which carry ranks in one plan only. */
export function listPlaceChanges(pair: MappingPair): Record<'nodes' | 'gpus', PlaceChanges> {
  const { universe } = pair;
  const [old, next] = [usesOf(pair, 'old'), usesOf(pair, 'new')];
  const useOf = (plan: object | null, uses: readonly Use[], slots: readonly number[]): Use =>
    plan === null ? 'absent' : slots.some((slot) => uses[slot] === 'used') ? 'used' : 'idle';
  const nodes = universe.nodes.map((node) => ({ node, slots: slotsOfNode(node) }));
  const shared = nodes.filter(({ node }) => node.old !== null && node.new !== null);
  return {
    nodes: sortByUse(
      nodes.map(({ node, slots }) => [node.name, useOf(node.old, old, slots), useOf(node.new, next, slots)]),
    ),
    gpus: sortByUse(
      shared
        .flatMap(({ slots }) => slots)
        .filter((slot) => old[slot] !== next[slot])
        .map((slot) => [nameOfSlot(universe, slot), old[slot] ?? 'absent', next[slot] ?? 'absent']),
    ),
  };
}

type SharedGpu = ReturnType<typeof listSharedGpus>[number];

/** The GPUs that both plans have, of nodes whose GPUs are described in another way. */
export function listSharedGpus({ nodes }: SlotUniverse) {
  return nodes.flatMap(({ name, old, new: next }) => {
    if (old === null || next === null || old.gpus === next.gpus) return [];
    const known = new Map(old.gpus.map((gpu) => [gpu.index, gpu]));
    return next.gpus.flatMap((gpu) => {
      const was = known.get(gpu.index);
      return was === undefined ? [] : [{ node: name, name: `${name}:${gpu.index}`, old: was, new: gpu }];
    });
  });
}

type Fact = Exclude<GpuFactChange['fact'], 'pace'>;

const FACTS = 'uuid model vendor memoryBytes score fixedSeconds maxSamples gres cpus parent island'.split(
  ' ',
) as readonly Fact[];

/** Facts that changed; equal changes are one. */
export function listFactChanges(shared: readonly SharedGpu[], comparesScores: boolean) {
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
  return [...groups.values()].map((group) => {
    const [{ fact, old, new: next }] = group;
    return { fact, old, new: next, gpus: group.map(({ gpu }) => gpu), ...spanMeasured(group) };
  });
}

/** The value of a fact; for the score the figure that decisions compare. */
const valueOfFact = (gpu: PlanGpu, fact: Fact): string | number | null =>
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
