import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LATER_FIELDS, leaveOut } from '../../src/compiler/plan/plan-format.ts';
import type { LaunchPlan, PlanRank } from '../../src/generated/plan.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import type { Placement, PlanDiff } from '../../src/review/diff/plan-diff.ts';
import { renderDiffJson } from '../../src/review/diff/render-json.ts';
import { compileText, planOf } from '../compile-text.ts';
import { slotOf, slotsOf } from '../invariants.ts';
import { costNaively } from '../naive-cost.ts';
import { runs } from '../stage.ts';
import { type Cluster, changesOfTopology, clusterTopology } from './random-change.ts';
import { randomTopology } from './random-topology.ts';

/** Two topologies that have much in common: one, and the same with some sections of another. */
const pairs = fc
  .tuple(
    randomTopology,
    randomTopology,
    fc.subarray(['nodes', 'mapping', 'workload', 'launch', 'models', 'name']),
  )
  .map(([old, other, sections]): [object, object] => {
    const taken = Object.entries(other).filter(([key]) => sections.includes(key));
    return [old, { ...old, ...Object.fromEntries(taken) }];
  });

/** What `diff --format json` says, read again. */
const diffOf = (old: LaunchPlan, next: LaunchPlan): PlanDiff =>
  JSON.parse([...renderDiffJson(diffPlans(old, next))].join('')) as PlanDiff;

test('the moves turn the ranks of OLD into those of NEW', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      const [old, next] = [compileText(a).plan, compileText(b).plan];
      fc.pre(old !== null && next !== null);
      const diff = diffOf(old, next);
      expect(applyMoves(old.ranks, diff)).toEqual(next.ranks.map(({ why: _, ...rank }) => rank));
      expect(diff.replayed, 'the mapping is understood').toBe(true);
      expect(diff.same).toBe(JSON.stringify(withoutWords(old)) === JSON.stringify(withoutWords(next)));
      expectInventory(diff, old, next);
      expectFigures(diff, old, next);
      expectFacts(diff, old, next);
      expect(bare(applySettings(settingsOf(old), diff))).toEqual(bare(settingsOf(next)));
    }),
    { numRuns: runs(250) },
  );
});

test('a single cause is one: enough alone, and needed', () => {
  let claimed = 0;
  fc.assert(
    fc.property(clusterTopology, changesOfTopology, (topology, [first, second]) => {
      const plans = [topology, first(topology), second(topology), second(first(topology))].map(
        (document) => compileText(document).plan,
      );
      const [old, onlyFirst, onlySecond, both] = plans;
      if ([topology, first(topology), second(topology), second(first(topology))].some(fillsAllSlots)) return;
      if (!old || !onlyFirst || !onlySecond || !both) return;
      const kinds = [onlyFirst, onlySecond].map((plan) => kindsOf(diffOf(old, plan)));
      if (kinds[0]?.some((kind) => kinds[1]?.includes(kind))) return;
      // Where a new node stands in the old order is a matter of definition.
      if (kinds[0]?.includes('order') && kinds[1]?.includes('node-added')) return;
      const diff = diffOf(old, both);
      // A world size that was written is no change where it is that of the slots: a plan does not tell.
      if (new Set(kindsOf(diff)).size !== new Set(kinds.flat()).size) return;
      for (const { rank, cause } of diff.moves) {
        const { single, changes } = diff.causes[cause ?? -1] ?? { single: false, changes: [] };
        if (!single) continue;
        const claimedKinds = changes.map((i) => diff.changes[i]?.kind ?? 'order');
        const of = [0, 1].filter((i) => claimedKinds.every((kind) => kinds[i]?.includes(kind)));
        if (of.length !== 1) continue;
        const [withIt, withoutIt] = of[0] === 0 ? [onlyFirst, onlySecond] : [onlySecond, onlyFirst];
        if ((kinds[of[0] ?? 0]?.length ?? 0) > 1) continue; // one edit may be several changes
        claimed++;
        expect(placeOf(withIt, rank), 'enough').toBe(placeOf(both, rank));
        expect(placeOf(withoutIt, rank), 'needed').not.toBe(placeOf(both, rank));
      }
    }),
    { numRuns: runs(1500) },
  );
  expect(claimed).toBeGreaterThan(runs(500));
});

test('a plan does not differ from itself', () => {
  fc.assert(
    fc.property(clusterTopology, (topology) => {
      const { plan } = compileText(topology);
      if (plan === null) return;
      expect(diffOf(plan, planOf(topology))).toMatchObject({
        same: true,
        moves: [],
        changes: [],
        settings: [],
      });
    }),
    { numRuns: runs(200) },
  );
});

/** A written world size that is that of the slots: a plan does not tell it from one that follows from them. */
function fillsAllSlots(topology: Cluster): boolean {
  const { worldSize, ...mapping } = topology.mapping;
  return worldSize !== undefined && compileText({ ...topology, mapping }).plan?.worldSize === worldSize;
}

const kindsOf = (diff: PlanDiff): readonly string[] => diff.changes.map(({ kind }) => kind);

function placeOf(plan: LaunchPlan, rank: number): string | null {
  const found = plan.ranks[rank];
  return found === undefined ? null : slotOf(found);
}

/** `why` explains, `nodeRank` and the master follow from the ranks, the class of a node from its place in the text. */
function withoutWords({ ranks, nodes, ...plan }: LaunchPlan): object {
  return {
    ...plan,
    launch: { ...plan.launch, env: Object.entries(plan.launch.env).sort() },
    ranks: ranks.map(({ why: _, ...rank }) => rank),
    nodes: nodes.map(({ env, ...node }) => ({ ...node, class: null, env: Object.entries(env).sort() })),
  };
}

type BareRank = Omit<PlanRank, 'why'>;

function applyMoves(ranks: readonly PlanRank[], { moves, adjusted }: PlanDiff): BareRank[] {
  const byRank = new Map<number, BareRank>(ranks.map(({ why: _, ...rank }) => [rank.rank, rank]));
  for (const { rank, from, to } of moves) {
    const before = byRank.get(rank);
    if (from !== null) expect(before).toEqual({ rank, ...placed(from) });
    else expect(before).toBeUndefined();
    if (to === null) byRank.delete(rank);
    else byRank.set(rank, { rank, ...placed(to) });
  }
  for (const { rank, localRank, share } of adjusted) {
    const before = byRank.get(rank);
    expect(before).toMatchObject({ localRank: localRank.old, share: share.old });
    if (before !== undefined) byRank.set(rank, { ...before, localRank: localRank.new, share: share.new });
  }
  return [...byRank.values()].sort((a, b) => a.rank - b.rank);
}

function placed({ model: _, gpus, ...place }: Placement): Omit<BareRank, 'rank'> {
  return { ...place, gpus: gpus === null ? null : [...gpus] };
}

/** Nodes and slots that came, went, or changed use, the slow way. */
function expectInventory({ nodes, gpus }: PlanDiff, old: LaunchPlan, next: LaunchPlan): void {
  const [before, after] = [old, next].map((plan) => plan.nodes.map(({ name }) => name)) as [
    string[],
    string[],
  ];
  expect(new Set(nodes.added)).toEqual(new Set(after.filter((name) => !before.includes(name))));
  expect(new Set(nodes.removed)).toEqual(new Set(before.filter((name) => !after.includes(name))));
  const common = before.filter((name) => after.includes(name));
  const slots = [old, next].map((plan) => listSlots(plan, common)) as [string[], string[]];
  const used = [old, next].map((plan) => new Set(plan.ranks.flatMap(slotsOf))) as [Set<string>, Set<string>];
  expect(new Set(gpus.added)).toEqual(new Set(slots[1].filter((slot) => !slots[0].includes(slot))));
  expect(new Set(gpus.removed)).toEqual(new Set(slots[0].filter((slot) => !slots[1].includes(slot))));
  const kept = slots[0].filter((slot) => slots[1].includes(slot));
  expect(new Set(gpus.idleNow)).toEqual(
    new Set(kept.filter((slot) => used[0].has(slot) && !used[1].has(slot))),
  );
  expect(new Set(gpus.usedNow)).toEqual(
    new Set(kept.filter((slot) => !used[0].has(slot) && used[1].has(slot))),
  );
}

function listSlots({ nodes }: LaunchPlan, names: readonly string[]): string[] {
  return nodes
    .filter(({ name }) => names.includes(name))
    .flatMap(({ name, gpus, cpuRanks }) => [
      ...gpus.map(({ index }) => `${name}:${index}`),
      ...Array.from({ length: cpuRanks }, (_, i) => `${name}:cpu${i}`),
    ]);
}

function expectFigures({ consequences }: PlanDiff, ...plans: readonly LaunchPlan[]): void {
  const told = [consequences.old, consequences.new];
  for (const [i, plan] of plans.entries()) {
    const cost = costNaively(plan);
    if (cost === null) {
      expect(told[i]).toMatchObject({ stepTime: null, idleShare: null, slowest: null });
      continue;
    }
    const used = new Set(plan.ranks.flatMap(slotsOf));
    const scores = plan.nodes.flatMap(({ name, gpus }) =>
      gpus.flatMap(({ index, score }) => (used.has(`${name}:${index}`) ? [score ?? Number.NaN] : [])),
    );
    expect(told[i]?.slowest?.score).toBe(Math.min(...scores));
    expect((told[i]?.stepTime ?? Number.NaN) / cost.stepTime).toBeCloseTo(1, 9); // figures may be as small as 1e-9
    expect(told[i]?.idleShare).toBeCloseTo(cost.idleShare, 6);
  }
}

/** Facts of GPUs, changed one by one, give those of NEW; scores only where they are of one metric, and memory only once. */
function expectFacts({ facts }: PlanDiff, old: LaunchPlan, next: LaunchPlan): void {
  const [before, after] = [old, next].map(
    ({ nodes }) =>
      new Map(nodes.flatMap(({ name, gpus }) => gpus.map((gpu) => [`${name}:${gpu.index}`, { ...gpu }]))),
  ) as [Map<string, object>, Map<string, object>];
  for (const { fact, old: was, new: is, gpus } of facts) {
    for (const gpu of gpus) {
      expect(before.get(gpu)).toHaveProperty(fact, was);
      Object.assign(before.get(gpu) ?? {}, { [fact]: is });
    }
  }
  const tellsScores = old.mapping.by === next.mapping.by && old.mapping.by !== 'memory';
  for (const [name, gpu] of before) {
    if (after.has(name))
      expect(tellsScores ? gpu : { ...gpu, score: 0 }).toEqual(
        tellsScores ? after.get(name) : { ...after.get(name), score: 0 },
      );
  }
}

type Tree = { [key: string]: unknown };

/** What a plan is written without is no setting. */
function settingsOf(plan: LaunchPlan): Tree {
  const { backend, visibility, mapping, workload, launch, slurm } = leaveOut(plan, LATER_FIELDS);
  return structuredClone({ backend, visibility, mapping, workload, launch, slurm });
}

function applySettings(tree: Tree, { settings }: PlanDiff): Tree {
  for (const { path, nodes, set, new: value } of settings) {
    if (nodes.length > 0) continue;
    let at = tree;
    for (const key of path.slice(0, -1)) {
      if (!Object.hasOwn(at, key) || at[key] === null) at[key] = {};
      at = at[key] as Tree;
    }
    const last = path.at(-1) ?? '';
    if (set.new) at[last] = value;
    else delete at[last];
  }
  return tree;
}

/** A section that is null has no settings, as one that is empty. */
function bare(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([, value]) => value !== null && Object.keys(value as object).length > 0)
      .map(([key, value]) => [key, key === 'workload' ? withoutNulls(value as Tree) : value]),
  );
}

/** Of a section that one plan lacks only what says something is told. */
const withoutNulls = (tree: Tree): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([, value]) => value !== null));
