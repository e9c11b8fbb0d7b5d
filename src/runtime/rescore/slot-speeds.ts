import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { LaunchPlan, PlanCpuSlot, PlanGpu, PlanRank } from '../../generated/plan.ts';
import { fitSteps, groupSteps, type RankSpeed } from './fit-steps.ts';
import type { StepRecords } from './read-steps.ts';

export interface RecordedRun {
  readonly plan: LaunchPlan;
  readonly records: ReadonlyMap<number, StepRecords>;
}

/** How fast a GPU was, or the CPU slots of a node. */
export interface SlotSpeed extends RankSpeed {
  readonly node: string;
  /** Null for CPU slots. */
  readonly gpu: number | null;
}

/** The speed of each GPU that ranks of these runs were on; `lacking`: the ranks of which too little is known. */
export function measureSlots(runs: readonly RecordedRun[]) {
  const seats = groupBy(runs.flatMap(listSeats), ({ key }) => key);
  const fitted = [...seats.values()].map((all) => {
    const records = all.map((seat) => seat.records);
    const groups = groupSteps(records);
    return { seat: all[0], records, groups, speed: fitSteps(groups, 'fitted') };
  });
  // A fixed cost of some and none of others would be figures of two kinds.
  const isKnown = fitted.every(({ speed }) => speed !== null && speed.fixedSeconds !== null);
  const found = isKnown
    ? fitted
    : fitted.map((one) => ({ ...one, speed: fitSteps(one.groups, one.seat.fixed) }));
  const lacking = found
    .filter(({ speed }) => speed === null)
    .map(({ seat, records }) => `${seat.name} (${records.flatMap(({ steps }) => steps).length} steps)`);
  const parts = found.flatMap(({ seat, speed }) => (speed === null ? [] : divide(seat, speed)));
  const slots = groupBy(parts, ({ node, gpu }) => `${node}:${gpu}`);
  return { slots: [...slots.values()].map(combine), lacking };
}

/**
 * The places of the ranks in a run. `key` is the same in every run: its GPUs, and which of their ranks it is. `gpus` is
 * null for CPU slots.
 */
function listSeats({ plan, records }: RecordedRun) {
  const taken = new Map<string, number>();
  const slotsOf = createSlotFinder(plan);
  return plan.ranks.flatMap((rank) => {
    const gpus = rank.gpu === null ? null : gpusOfRank(rank);
    const place = `${rank.node} ${gpus?.join(',') ?? 'cpu'}`;
    const ordinal = taken.get(place) ?? 0;
    taken.set(place, ordinal + 1);
    const own = records.get(rank.rank);
    if (own === undefined) return [];
    const [key, name] = [`${place} ${ordinal}`, `rank ${rank.rank}`];
    return [{ key, name, node: rank.node, gpus, fixed: knownFixed(slotsOf(rank)), records: own }];
  });
}

export type PlanSlot = PlanGpu | NonNullable<PlanCpuSlot>;

/** What the plan knows of a rank's GPUs, or of its CPU slot. */
export function createSlotFinder({ nodes }: LaunchPlan): (rank: PlanRank) => readonly PlanSlot[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  return (rank) => {
    const { gpus = [], cpuSlot = null } = byName.get(rank.node) ?? {};
    if (rank.gpu === null) return cpuSlot === null ? [] : [cpuSlot];
    return gpus.filter(({ index }) => gpusOfRank(rank).includes(index));
  };
}

/** The fixed cost by the plan, of several GPUs the largest. */
export function knownFixed(slots: readonly PlanSlot[]): number | null {
  const fixed = slots.flatMap(({ fixedSeconds }) => fixedSeconds ?? []);
  return fixed.length === 0 ? null : Math.max(...fixed);
}

/** A rank is as fast as its GPUs together; of equal ones each does as much. */
function divide(
  { node, gpus }: ReturnType<typeof listSeats>[number],
  speed: RankSpeed,
): readonly SlotSpeed[] {
  if (gpus === null) return [{ node, gpu: null, ...speed }];
  return gpus.map((gpu) => ({ node, gpu, ...speed, speed: speed.speed / gpus.length }));
}

/** Ranks that share a GPU add up; CPU slots of a node have one figure, that of the slowest. */
function combine(parts: readonly [SlotSpeed, ...SlotSpeed[]]): SlotSpeed {
  const first = parts.reduce((slowest, part) => (part.speed < slowest.speed ? part : slowest));
  if (parts.length === 1 || first.gpu === null) return first;
  const speed = parts.reduce((sum, part) => sum + part.speed, 0);
  const samples = parts.reduce((sum, part) => sum + part.samples, 0);
  return { ...first, speed, samples, steps: Math.min(...parts.map(({ steps }) => steps)) };
}
