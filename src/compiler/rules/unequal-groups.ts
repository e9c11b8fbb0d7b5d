import { gpuAt, type InventoryGpu, slotName } from '../inventory/inventory.ts';
import { slotsOfRank } from '../mapping/map-ranks.ts';
import { paceOf } from '../mapping/metric.ts';
import type { MappedContext } from './rule.ts';

/** What a block does it does together: its fastest GPUs wait for its slowest. */
export function unequalGroups(context: MappedContext): void {
  const { settings, ranks, places, report } = context;
  const { groupSize } = settings.launch;
  if (groupSize === null || groupSize < 2 || ranks.worldSize % groupSize !== 0) return;
  const firsts = Array.from({ length: ranks.worldSize / groupSize }, (_, block) => block * groupSize);
  const unequal = firsts.flatMap((first) => findPair(context, first, groupSize) ?? []);
  const [example] = unequal;
  if (example === undefined) return;
  const count = unequal.length;
  const [one, other] = [example.slot, example.unlike].map((slot) => describeGpu(context, slot));
  const note = `ranks ${example.first} to ${example.first + groupSize - 1} are on ${one} and ${other}, and go at the pace of the slowest`;
  const message = `${count} of ${firsts.length} blocks of ${groupSize} ranks ${count === 1 ? 'has' : 'have'} unequal GPUs`;
  const help =
    'put equal GPUs together: list nodes and GPUs by model, exclude the slower ones, or set `strategy: performance-ranked`';
  report.warning('RP3043', places.setting('launch', 'groupSize'), message, { notes: [note], help });
}

function describeGpu({ settings: { mapping }, inventory }: MappedContext, slot: number): string {
  const gpu = gpuAt(inventory, slot);
  const figure = gpu === null ? Number.NaN : paceOf(gpu, mapping.by);
  const facts = [gpu?.model ?? 'no model', ...(Number.isNaN(figure) ? [] : [`${mapping.by} ${figure}`])];
  return `${slotName(inventory, slot)} (${facts.join(', ')})`;
}

/** The slots of the first GPU of a block, and of one that is not equal to it. */
function findPair({ settings, inventory, ranks }: MappedContext, first: number, size: number) {
  const all = Array.from({ length: size }, (_, i) => [...slotsOfRank(ranks, first + i)]).flat();
  const [slot = -1, ...others] = all.filter((one) => gpuAt(inventory, one) !== null);
  const gpuOf = (one: number) => gpuAt(inventory, one) as InventoryGpu;
  const unlike = others.find((other) => !isEqual(gpuOf(slot), gpuOf(other), settings.mapping.by));
  return unlike === undefined ? null : { first, slot, unlike };
}

/** Figures say it, as far as both have one; models else. Memory is no pace. */
function isEqual(one: InventoryGpu, other: InventoryGpu, by: string): boolean {
  const [a, b] = by === 'memory' ? [Number.NaN, Number.NaN] : [paceOf(one, by), paceOf(other, by)];
  return Number.isNaN(a) || Number.isNaN(b) ? one.model === other.model : a === b;
}
