import type { LaunchPlan } from '../../../src/generated/plan.ts';

/* Facts of a plan whose ranks are all on GPUs, without shares: worked out anew, from the definitions in docs/review.md. */
type Gpu = LaunchPlan['nodes'][number]['gpus'][number];

export const slotOf = ({ ranks }: LaunchPlan, rank: number): string =>
  `${ranks[rank]?.node}:${ranks[rank]?.gpu}`;

const gpuAt = ({ nodes }: LaunchPlan, slot: string): Gpu | undefined => {
  const [name, index] = slot.split(':');
  return nodes.find((node) => node.name === name)?.gpus.find((gpu) => gpu.index === Number(index));
};

const mapped = (plan: LaunchPlan): { slot: string; score: number; memoryBytes: number; model: string }[] =>
  plan.ranks.map(({ rank }) => {
    const slot = slotOf(plan, rank);
    const { score, memoryBytes, model } = gpuAt(plan, slot) ?? {};
    if (score == null || memoryBytes == null || model == null) throw new Error(`${slot} lacks a fact`);
    return { slot, score, memoryBytes, model };
  });

export const scoreOf = (plan: LaunchPlan, slot: string): number | null => gpuAt(plan, slot)?.score ?? null;
export const modelOf = (plan: LaunchPlan, slot: string): string | null => gpuAt(plan, slot)?.model ?? null;
export const isMapped = (plan: LaunchPlan, slot: string): boolean =>
  mapped(plan).some((gpu) => gpu.slot === slot);

export const countMoved = (plans: { readonly old: LaunchPlan; readonly new: LaunchPlan }): number =>
  plans.old.ranks.filter(
    ({ rank }) => rank < plans.new.worldSize && slotOf(plans.old, rank) !== slotOf(plans.new, rank),
  ).length;

/** One unit of work for each rank: the slowest GPU's time. */
export const stepTime = (plan: LaunchPlan): number => Math.max(...mapped(plan).map(({ score }) => 1 / score));
export const throughput = (plan: LaunchPlan): number => plan.worldSize / stepTime(plan);

export function idleShare(plan: LaunchPlan): number {
  const times = mapped(plan).map(({ score }) => 1 / score);
  return 1 - times.reduce((sum, time) => sum + time, 0) / (times.length * stepTime(plan));
}

export const slowestGpu = (plan: LaunchPlan): string =>
  lowest(
    plan,
    mapped(plan).map(({ slot, score }) => ({ slot, figure: score })),
    (figure) => `${figure}`,
  );

export const smallestMemory = (plan: LaunchPlan): string =>
  lowest(
    plan,
    mapped(plan).map(({ slot, memoryBytes }) => ({ slot, figure: memoryBytes })),
    (bytes) => `${bytes / 2 ** 30} GiB`,
  );

/** The first in the inventory of those with the lowest figure, and how many others have the same. */
function lowest(
  plan: LaunchPlan,
  figures: readonly { slot: string; figure: number }[],
  format: (figure: number) => string,
): string {
  const order = plan.nodes.flatMap(({ name, gpus }) => gpus.map(({ index }) => `${name}:${index}`));
  const gpus = figures.toSorted((a, b) => order.indexOf(a.slot) - order.indexOf(b.slot));
  const least = Math.min(...gpus.map(({ figure }) => figure));
  const [first, ...others] = gpus.filter(({ figure }) => figure === least);
  return `${first?.slot} (${format(least)}${others.length === 0 ? '' : `, as ${others.length} others`})`;
}

export const countNeighbours = ({ ranks }: LaunchPlan): number =>
  ranks.filter(({ node }, rank) => rank > 0 && ranks[rank - 1]?.node !== node).length;

export const spans = ({ ranks }: LaunchPlan, first: number, last: number): boolean =>
  new Set(ranks.slice(first, last + 1).map(({ node }) => node)).size > 1;

/** Blocks as long as the greatest common divisor of the nodes' numbers of ranks. */
export function spanningBlocks(plan: LaunchPlan): string {
  const counts = new Map<string, number>();
  for (const { node } of plan.ranks) counts.set(node, (counts.get(node) ?? 0) + 1);
  const divide = (a: number, b: number): number => (b === 0 ? a : divide(b, a % b));
  const length = [...counts.values()].reduce(divide);
  if (length === 1) return 'unknown';
  const starts = plan.ranks.map(({ rank }) => rank).filter((rank) => rank % length === 0);
  const spanning = starts.filter((start) => spans(plan, start, start + length - 1));
  return `${spanning.length} of ${starts.length} blocks of ${length} ranks`;
}
