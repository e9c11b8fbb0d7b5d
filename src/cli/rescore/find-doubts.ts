import type { LaunchPlan, PlanGpu } from '../../generated/plan.ts';
import { listFirst } from '../output.ts';
import type { LoadedRun } from './load-runs.ts';
import { nameSpeed, type Proposal } from './propose-scores.ts';

export interface Evidence {
  /** The plan of the topology as it is now. */
  readonly plan: LaunchPlan;
  readonly runs: readonly LoadedRun[];
  /** The metric by which the topology will rank. */
  readonly metric: string;
}

export type Warn = (code: 'RP5127' | 'RP5129' | 'RP5130' | 'RP5131', message: string, help: string) => void;

/** What speaks against figures that can be made. */
export function findDoubts(proposals: readonly Proposal[], { plan, runs, metric }: Evidence, warn: Warn) {
  findUncertain(proposals, warn);
  findLeaps(proposals, metric, warn);
  for (const run of runs) {
    findBroken(run, warn);
    findOtherCards(run, plan, warn);
  }
  findOtherCommands(runs, warn);
}

/** A figure that is known less well moves shares by its noise alone. */
const CERTAIN = 0.02;

/** Quartiles that are so far apart are no noise: the steps are of two kinds. */
const WIDE = 0.25;

/** Two standard errors of a median, as a part of it, by the distance of the quartiles. */
const uncertaintyOf = ({ speed: { spread, steps } }: Proposal): number => (1.86 * spread) / Math.sqrt(steps);

function findUncertain(proposals: readonly Proposal[], warn: Warn): void {
  const uncertain = proposals.filter((one) => uncertaintyOf(one) > CERTAIN);
  const known = list(
    uncertain,
    (one) => `${nameSpeed(one.speed)} (± ${percent(uncertaintyOf(one))}, by ${one.speed.steps} steps)`,
  );
  if (uncertain.length > 0)
    warn('RP5130', `too little is known of ${known}`, 'record more steps, on machines that do nothing else');
  const wide = proposals.filter((one) => !uncertain.includes(one) && one.speed.spread > WIDE);
  const spreads = list(wide, ({ speed }) => `${nameSpeed(speed)} (spread ${percent(speed.spread)})`);
  const help =
    'steps of equal work are comparable: report how many samples each had, and record without what comes between';
  if (wide.length > 0) warn('RP5130', `the steps of ${spreads} differ too much to have one figure`, help);
}

const LEAP = 10;

/** Compares changes with each other, as an invented score has no unit; a figure of steps is compared with itself. */
function findLeaps(proposals: readonly Proposal[], metric: string, warn: Warn): void {
  const known = proposals.flatMap((one) =>
    one.was === null || one.was <= 0 ? [] : [{ ...one, times: one.becomes / one.was }],
  );
  const sorted = known.toSorted((a, b) => a.times - b.times);
  const usual = metric.startsWith('bench:') ? 1 : (sorted[Math.floor((sorted.length - 1) / 2)]?.times ?? 1);
  const leaps = known.filter(({ times }) => times > LEAP * usual || times * LEAP < usual);
  const figures = list(leaps, ({ speed, was, becomes }) => `${nameSpeed(speed)} (${was} → ${becomes})`);
  const help =
    'were its seconds and samples reported in the same units as those of the others, and is it the GPU that the plan means?';
  if (leaps.length > 0)
    warn('RP5130', `more than ${LEAP} times another figure than before: ${figures}`, help);
}

/** Ranks of one run make as many steps, up to those that were under way at its end. */
const UNDER_WAY = 2;
const WHOLE = 0.95;

function findBroken({ name, records, failed }: LoadedRun, warn: Warn): void {
  const help =
    'a run that ended in order says more: steps before a failure may be those of a machine in trouble';
  if (failed.length > 0)
    warn('RP5131', `${name} has failed: ${list(failed, (rank) => `rank ${rank}`)} left an exception`, help);
  const counts = [...records].map(([rank, { steps }]) => ({ rank, count: steps.length }));
  const most = counts.reduce((largest, { count }) => Math.max(largest, count), 0);
  const early = counts.filter(({ count }) => count < WHOLE * most && count < most - UNDER_WAY);
  const ranks = list(early, ({ rank, count }) => `rank ${rank} ${count}`);
  if (early.length > 0) warn('RP5131', `in ${name} others made ${most} steps, but ${ranks}`, help);
}

function findOtherCards({ name, plan, records }: LoadedRun, now: LaunchPlan, warn: Warn): void {
  const gpusOf = ({ nodes }: LaunchPlan) =>
    new Map(nodes.flatMap((node) => node.gpus.map((gpu) => [`${node.name}:${gpu.index}`, gpu])));
  const [then, today] = [gpusOf(plan), gpusOf(now)];
  const used = plan.ranks
    .filter(({ rank }) => records.has(rank))
    .flatMap(({ node, gpu, gpus }) => (gpus ?? [gpu]).map((index) => `${node}:${index}`));
  const others = [...new Set(used)].flatMap((key) => {
    const difference = describeOther(then.get(key), today.get(key));
    return difference === null ? [] : [`${key} (${difference})`];
  });
  const help = 'a figure belongs to the card that was measured: record a run on the GPUs of today';
  if (others.length > 0)
    warn('RP5131', `${name} was on other GPUs than the topology has: ${list(others)}`, help);
}

/** What both know of a GPU, and differs. */
function describeOther(then: PlanGpu | undefined, now: PlanGpu | undefined): string | null {
  if (then === undefined || now === undefined) return null;
  const key = (['uuid', 'model'] as const).find(
    (fact) => then[fact] !== null && now[fact] !== null && then[fact] !== now[fact],
  );
  return key === undefined ? null : `${key} ${then[key]} then, ${now[key]} now`;
}

function findOtherCommands(runs: readonly LoadedRun[], warn: Warn): void {
  const [first, ...others] = runs;
  const commandOf = ({ plan }: LoadedRun) => JSON.stringify(plan.launch.command);
  const other = others.find((run) => first !== undefined && commandOf(run) !== commandOf(first));
  const help =
    'steps of two programs are of two scales: rescore each by itself, unless both do the same in a step';
  if (first !== undefined && other !== undefined)
    warn('RP5131', `${first.name} and ${other.name} ran other commands`, help);
}

const percent = (part: number): string => `${Number((100 * part).toPrecision(2))} %`;

export const list = <Item>(items: readonly Item[], name: (item: Item) => string = String): string =>
  listFirst(items.map(name));
