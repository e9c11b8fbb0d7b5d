import { groupBy } from '../../compiler/values/lists.ts';
import { isRanked, type MappingRule, UNKNOWN_FIGURE } from '../mapping/mapping-facts.ts';
import { replayMapping } from '../mapping/replay-mapping.ts';
import { nameOfSlot, type SlotUniverse, slotsOfNode, type UniverseNode } from '../mapping/slot-universe.ts';
import { type Atom, createAtom, type FactsPair } from './atom.ts';
import { measuredOf, spanMeasured } from './measured-figures.ts';
import { findReplacement, listDomainChanges, shareLoneDomains } from './node-changes.ts';
import type { ChangeKind } from './plan-diff.ts';

/**
 * Everything in which the facts of two plans differ, as changes that can be made one by one. Made all together to OLD's
 * facts they give NEW's. Prepares the facts to that end: a slot that only one plan has brings its score and exclusion.
 * By another metric its score is unknown.
 */
export function listChanges(universe: SlotUniverse, facts: FactsPair): readonly Atom[] {
  shareLoneSlots(facts);
  agreeOnWorldSize(universe, facts);
  shareLoneDomains(universe, facts);
  const replaced = findReplacement(universe, facts);
  const others = universe.nodes.filter((_, i) => replaced?.nodes.has(i) !== true);
  return [
    ...listRuleChanges(universe, facts, replaced?.atom ?? null),
    ...listNodeChanges(universe),
    ...listDomainChanges(universe, facts),
    ...listPerNode(universe, 'present', facts, ['slots-removed', 'slots-added']),
    ...listPerNode({ ...universe, nodes: others }, 'excluded', facts, ['included', 'excluded']),
    ...(comparesScores(facts) ? listScoreChanges(universe, facts) : []),
    ...listIslandChanges(universe, facts),
  ];
}

function shareLoneSlots({ old, new: next }: FactsPair): void {
  const figure = old.rule.by === next.rule.by ? null : UNKNOWN_FIGURE;
  for (let slot = 0; slot < old.present.length; slot++) {
    if (old.present[slot] === next.present[slot]) continue;
    const [from, to] = old.present[slot] === 1 ? [old, next] : [next, old];
    to.scores[slot] = figure ?? from.scores[slot] ?? Number.NaN;
    to.excluded[slot] = from.excluded[slot] ?? 0;
    to.islands[slot] = from.islands[slot] ?? -1;
  }
}

/**
 * A plan does not distinguish a world size that was written from one that follows from its slots. One that fills all slots is
 * read as following from them, unless the other plan has the same number.
 */
function agreeOnWorldSize(universe: SlotUniverse, { old, new: next }: FactsPair): void {
  const full = [old, next].map((facts) => {
    const capacity = () => replayMapping(universe, { ...facts, worldSize: null, groupSize: null })?.length;
    return facts.worldSize === null || facts.worldSize === capacity();
  });
  if (old.worldSize === next.worldSize && full[0] !== full[1]) return;
  if (full[0] === true) old.worldSize = null;
  if (full[1] === true) next.worldSize = null;
}

/** Figures decide only where both plans rank, and by the same metric; otherwise they come and go with the strategy. */
const comparesScores = ({ old: { rule: old }, new: { rule: next } }: FactsPair): boolean =>
  old.by === next.by && isRanked(old) && isRanked(next);

function listRuleChanges(universe: SlotUniverse, facts: FactsPair, replaced: Atom | null): Atom[] {
  const { old, new: next } = facts;
  const atoms: Atom[] = [];
  const relisted = (old.rule.listed === null) !== (next.rule.listed === null);
  if (!sameRule(old.rule, next.rule)) {
    const hasScores = !comparesScores(facts);
    const change = { kind: 'strategy', what: [], old: nameRule(old.rule), new: nameRule(next.rule) } as const;
    const aspects = (['rule', hasScores && 'scores', relisted && 'worldSize'] as const).filter(
      (aspect) => aspect !== false,
    );
    atoms.push({ change, aspects, slots: hasScores ? [...next.sequence] : [] });
  }
  for (const [kind, key] of NUMBERS) {
    if (old[key] === next[key] || (relisted && ['worldSize', 'groupSize'].includes(key))) continue;
    const change = { kind, what: [], old: old[key], new: next[key] };
    atoms.push({ change, aspects: [key], slots: [] });
  }
  if (replaced !== null) atoms.push(replaced);
  else if (!universe.sameOrder) atoms.push(createAtom('order', [], ['sequence'], []));
  return atoms;
}

const NUMBERS = [
  ['ranks-per-gpu', 'ranksPerGpu'],
  ['gpus-per-rank', 'gpusPerRank'],
  ['world-size', 'worldSize'],
  ['group-size', 'groupSize'],
] as const;

const sameRule = (a: MappingRule, b: MappingRule): boolean =>
  nameRule(a) === nameRule(b) && a.listed?.join() === b.listed?.join();

function nameRule(rule: MappingRule): string {
  const { strategy, by, order } = rule;
  return [strategy, ...(order === null ? [] : [order]), ...(isRanked(rule) ? ['by', by] : [])].join(' ');
}

const listNodeChanges = ({ nodes }: SlotUniverse): readonly Atom[] =>
  nodes.flatMap((node) => {
    const kind = node.old === null ? 'node-added' : 'node-removed';
    return isShared(node) ? [] : [createAtom(kind, [node.name], ['present'], slotsOfNode(node))];
  });

const isShared = (node: UniverseNode): boolean => node.old !== null && node.new !== null;

/** Flags that went or came, node by node, on nodes that both plans have. */
function listPerNode(
  universe: SlotUniverse,
  aspect: 'present' | 'excluded',
  { old, new: next }: FactsPair,
  kinds: readonly [went: ChangeKind, came: ChangeKind],
): Atom[] {
  return universe.nodes.filter(isShared).flatMap((node) => {
    const changed = slotsOfNode(node).filter((slot) => old[aspect][slot] !== next[aspect][slot]);
    return kinds.flatMap((kind, flag) => {
      const slots = changed.filter((slot) => next[aspect][slot] === flag);
      const what = slots.map((slot) => nameOfSlot(universe, slot));
      return slots.length === 0 ? [] : [createAtom(kind, what, [aspect], slots)];
    });
  });
}

/** GPUs of one model whose score went from one figure to another are one change: its cause is often one line. */
function listScoreChanges(universe: SlotUniverse, { old, new: next }: FactsPair): Atom[] {
  const scored = universe.nodes.flatMap((node) => {
    if (node.new === null) return [];
    const was = new Map(node.old?.gpus.map((gpu) => [gpu.index, gpu]));
    return node.new.gpus.flatMap((gpu) => {
      const slot = node.slotOf.get(gpu.index) ?? -1;
      const [before, after] = [old.scores[slot] ?? Number.NaN, next.scores[slot] ?? Number.NaN];
      if (Object.is(before, after)) return [];
      return [{ slot, before, after, model: gpu.model, measured: measuredOf(was.get(gpu.index), gpu) }];
    });
  });
  const groups = groupBy(scored, ({ model, before, after }) => JSON.stringify([model, before, after]));
  return [...groups.values()].map((group) => {
    const [{ before, after }] = group;
    const slots = group.map(({ slot }) => slot);
    const measured = spanMeasured(group);
    const kind = measured.measured === undefined ? 'score' : 'pace';
    const what = slots.map((slot) => nameOfSlot(universe, slot));
    const change = { kind, what, old: figureOrNull(before), new: figureOrNull(after), ...measured } as const;
    return { change, aspects: ['scores'], slots };
  });
}

const figureOrNull = (figure: number): number | null => (Number.isNaN(figure) ? null : figure);

/** Other links in an inventory file, node by node; no change where neither plan looks at them. */
function listIslandChanges({ nodes }: SlotUniverse, { old, new: next }: FactsPair): Atom[] {
  if (![old, next].some(({ gpusPerRank, groupSize }) => gpusPerRank !== 1 || groupSize !== null)) return [];
  return nodes.flatMap((node): Atom[] => {
    const slots = slotsOfNode(node).filter((slot) => old.islands[slot] !== next.islands[slot]);
    return slots.length === 0 ? [] : [createAtom('islands', [node.name], ['islands'], slots)];
  });
}
