import { createReporter } from '../../compiler/diagnostics/reporter.ts';
import { selectCandidates } from '../../compiler/mapping/map-ranks.ts';
import { plannedPace } from '../../compiler/mapping/metric.ts';
import { isListed, STRATEGIES } from '../../compiler/mapping/strategies.ts';
import { inventoryOfPlan } from '../../compiler/plan/plan-inventory.ts';
import { bindSelectors } from '../../compiler/syntax/bind-mapping.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { SlotUniverse } from './slot-universe.ts';

/** How slots are chosen and ordered, as the plan's `mapping` says. */
export interface MappingRule {
  readonly strategy: LaunchPlan['mapping']['strategy'];
  readonly by: string;
  readonly order: LaunchPlan['mapping']['order'];
  /** The places of an explicit list, in rank order; null under other strategies. */
  readonly listed: Int32Array | null;
}

/** All that decides which rank is on which slot. Arrays are by slot of the universe. */
export interface MappingFacts {
  rule: MappingRule;
  ranksPerGpu: number;
  gpusPerRank: number | 'node';
  /** Null: every slot that there is. */
  worldSize: number | null;
  sequence: Uint32Array;
  readonly present: Uint8Array;
  readonly excluded: Uint8Array;
  /** The ranking figure; NaN when there is none, UNKNOWN_FIGURE when the plans do not say. */
  readonly scores: Float64Array;
  /** How many ranks a block has (`launch.groupSize`), which is kept near; null: none. */
  groupSize: number | null;
  levels: readonly string[];
  /** By node of the universe: its domain at each level. */
  readonly domains: (readonly (string | null)[])[];
  /** The island of each GPU, which blocks and ranks with several GPUs look at; -1 where there is none. */
  readonly islands: Int32Array;
}

/** Figures are positive: this is that of a slot which only one plan has, by the metric of the other. */
export const UNKNOWN_FIGURE = -1;

export const isRanked = ({ strategy }: MappingRule): boolean =>
  STRATEGIES.find(({ name }) => name === strategy)?.ranked === true;

/** Whether the facts say enough to map: no figure that decides is unknown. */
export function knowsFigures({ nodes }: SlotUniverse, facts: MappingFacts): boolean {
  const { rule, present, excluded, scores } = facts;
  if (!isRanked(rule)) return true;
  const isKnown = (slot: number) =>
    scores[slot] !== UNKNOWN_FIGURE || present[slot] === 0 || excluded[slot] === 1;
  return nodes.every(({ slotOf }) => [...slotOf.values()].every(isKnown));
}

export function copyFacts(facts: MappingFacts): MappingFacts {
  const { present, excluded, scores, islands } = facts;
  return {
    ...facts,
    present: present.slice(),
    excluded: excluded.slice(),
    scores: scores.slice(),
    domains: facts.domains.slice(),
    islands: islands.slice(),
  };
}

/** Reads the facts of one of the universe's plans; null when its exclusions cannot be understood. */
export function readFacts(
  universe: SlotUniverse,
  side: 'old' | 'new',
  plan: LaunchPlan,
  placeOfRank: Int32Array,
): MappingFacts | null {
  const slots = universe.nodeOfSlot.length;
  const { strategy, by, order, ranksPerGpu, gpusPerRank } = plan.mapping;
  const found = STRATEGIES.find(({ name }) => name === strategy);
  const listed = found !== undefined && isListed(found) ? Int32Array.from(new Set(placeOfRank)) : null;
  const facts: MappingFacts = {
    rule: { strategy, by, order, listed },
    ranksPerGpu,
    gpusPerRank: typeof gpusPerRank === 'number' ? gpusPerRank : 'node',
    worldSize: listed === null ? plan.worldSize : null,
    sequence: universe.sequence[side],
    present: new Uint8Array(slots),
    excluded: new Uint8Array(slots),
    scores: new Float64Array(slots).fill(Number.NaN),
    groupSize: listed === null ? plan.launch.groupSize : null,
    levels: plan.levels ?? [],
    domains: universe.nodes.map((node) => node[side]?.domain ?? []),
    islands: new Int32Array(slots).fill(-1),
  };
  for (const node of universe.nodes) {
    const planned = node[side];
    if (planned === null) continue;
    for (const gpu of planned.gpus) {
      const slot = node.slotOf.get(gpu.index) ?? -1;
      facts.present[slot] = 1;
      facts.scores[slot] = plannedPace(gpu) ?? Number.NaN;
      facts.islands[slot] = gpu.island ?? -1;
    }
    const firstCpu = node.firstSlot + node.gpus.length;
    facts.present.fill(1, firstCpu, firstCpu + planned.cpuRanks);
  }
  return markExcluded(universe, plan, facts) ? facts : null;
}

/** Lets the compiler resolve the selectors, so that they mean here what they meant there. */
function markExcluded(universe: SlotUniverse, plan: LaunchPlan, facts: MappingFacts): boolean {
  if (plan.mapping.exclude.length === 0 && !plan.nodes.some(({ spare }) => spare)) return true;
  const report = createReporter();
  const nowhere = { file: { name: 'plan', text: '' }, start: 0, end: 0 };
  const exclude = bindSelectors(plan.mapping.exclude, () => nowhere, report);
  const present = facts.sequence.filter((slot) => facts.present[slot] === 1);
  const inventory = inventoryOfPlan(plan);
  if (report.errorCount() > 0 || inventory.nodeOfSlot.length !== present.length) return false;
  const candidates = selectCandidates(exclude, { inventory, report });
  if (report.errorCount() > 0) return false;
  for (const slot of present) facts.excluded[slot] = 1;
  for (const position of candidates) facts.excluded[present[position] ?? 0] = 0;
  return universe.nodeOfSlot.length > 0;
}
