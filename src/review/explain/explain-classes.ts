import { groupBy } from '../../compiler/values/lists.ts';
import type { LaunchPlan, PlanGpu } from '../../generated/plan.ts';
import { formatFigure } from '../format-figure.ts';
import { count } from '../list-some.ts';
import { type Fact, fact } from './explanation.ts';
import type { Places } from './find-places.ts';

/** How many kinds of GPU have a line. */
const MAX_CLASSES_SHOWN = 16;

/** A line for each model of which GPUs were measured. */
export const explainClasses = (plan: LaunchPlan, places: Places): Fact[] =>
  listClasses(plan)
    .slice(0, MAX_CLASSES_SHOWN)
    .map((found) =>
      fact('class', `${found.model}: ${formatMembers(plan, found)}`, places.section('mapping', 'tolerance')),
    );

/** The figure that a GPU counts as instead of its own one, and the GPUs that share it; or why it keeps its own. */
export function explainClass(plan: LaunchPlan, places: Places, gpu: PlanGpu): Fact | null {
  if (gpu.pace === null) return null; // written by hand, or known
  const { by, tolerance } = plan.mapping;
  const figure = formatFigure(gpu.pace, by);
  const found = listClasses(plan).find(({ model }) => model === gpu.model);
  const members = found === undefined ? '' : `of ${found.model} ${formatMembers(plan, found)}`;
  const text =
    found === undefined
      ? `stands for itself, as ${figure}: it has no model`
      : found.members.includes(gpu)
        ? `counts as ${figure}: ${members}`
        : `stands for itself, as ${figure}: more than ${formatTolerance(tolerance)} below the median; ${members}`;
  return fact('class', text, places.section('mapping', 'tolerance'));
}

type PlannedClass = ReturnType<typeof listClasses>[number];

/** The measured GPUs of each model; slower ones than its members stand for themselves. */
function listClasses({ nodes, mapping: { tolerance } }: LaunchPlan) {
  if (tolerance === null) return [];
  const measured = nodes
    .flatMap(({ gpus }) => gpus)
    .filter(({ model, score, pace }) => model !== null && score !== null && pace !== null);
  return [...groupBy(measured, ({ model }) => model ?? '')].map(([model, gpus]) => {
    // A GPU that keeps its own figure is slower, so the highest pace is that of the class.
    const pace = gpus.reduce((highest, gpu) => Math.max(highest, gpu.pace ?? 0), 0);
    return { model, pace, members: gpus.filter((gpu) => gpu.pace === pace), measured: gpus.length };
  });
}

/** `7 of 8 GPUs, measured 230.65 to 231.76, count as 230 (down to 5 % below the median, by `usual` where it holds)`. */
function formatMembers({ mapping: { by, tolerance } }: LaunchPlan, found: PlannedClass): string {
  const { members, measured, pace } = found;
  const scores = members.map(({ score }) => score ?? 0);
  const lowest = scores.reduce((low, score) => Math.min(low, score));
  const highest = scores.reduce((high, score) => Math.max(high, score));
  const range = `${formatFigure(lowest, by)}${lowest === highest ? '' : ` to ${formatFigure(highest, by)}`}`;
  const verb = members.length === 1 ? 'counts' : 'count';
  return `${members.length} of ${count(measured, 'GPU')}, measured ${range}, ${verb} as ${formatFigure(pace, by)} (down to ${formatTolerance(tolerance)} below the median, by \`usual\` where it holds)`;
}

/** `5 %` of 0.05, without what binary fractions leave behind. */
const formatTolerance = (tolerance: number | null): string =>
  `${Number((100 * (tolerance ?? 0)).toPrecision(6))} %`;
