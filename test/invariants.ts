import { expect } from 'vitest';
import type { LaunchPlan, PlanNode, PlanRank } from '../src/generated/plan.ts';
import { validatorOf } from './validator.ts';

const validate = validatorOf('plan');

/** What holds for every plan, whatever the topology: a broken one hangs or trains wrongly. */
export function expectInvariants(plan: LaunchPlan): void {
  expectSchema(plan);
  expectRanks(plan);
  expectSlots(plan);
  expectNodes(plan);
  expectShares(plan);
  expectDefaults(plan);
}

function expectSchema(plan: LaunchPlan): void {
  expect(validate(plan), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
}

function expectRanks({ ranks, worldSize, nodes, master }: LaunchPlan): void {
  expect(ranks.map(({ rank }) => rank)).toEqual(Array.from({ length: worldSize }, (_, rank) => rank));
  expect(master.node).toBe(ranks[0]?.node);
  expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
  const next = new Map<string, number>();
  const wrong = ranks.filter(({ node, localRank }) => {
    const expected = next.get(node) ?? 0;
    next.set(node, expected + 1);
    return localRank !== expected;
  });
  expect(wrong, 'local ranks are dense, in rank order').toEqual([]);
}

/** The name of the slot that carries a rank; of several GPUs the names, with a plus between them. */
export const slotOf = ({ node, gpu, gpus, cpuSlot }: PlanRank): string =>
  gpu === null ? `${node}:cpu${cpuSlot}` : (gpus ?? [gpu]).map((index) => `${node}:${index}`).join('+');

/** The names of all slots of a rank. */
export const slotsOf = (rank: PlanRank): readonly string[] => slotOf(rank).split('+');

function expectSlots({ ranks, nodes, mapping }: LaunchPlan): void {
  const nodeNamed = new Map(nodes.map((node) => [node.name, node]));
  const nowhere = ranks.filter((rank) => !exists(rank, nodeNamed.get(rank.node)));
  expect(nowhere, 'every rank is on a slot of its node').toEqual([]);

  const runs: { slot: string; length: number; cpu: boolean }[] = [];
  for (const rank of ranks) {
    const slot = slotOf(rank);
    const last = runs.at(-1);
    if (last?.slot === slot) last.length++;
    else runs.push({ slot, length: 1, cpu: rank.gpu === null });
  }
  expect(new Set(runs.map(({ slot }) => slot)).size, 'ranks of one slot are consecutive').toBe(runs.length);
  const crowded = runs.filter(({ length, cpu }) => length > (cpu ? 1 : mapping.ranksPerGpu));
  expect(crowded, 'no slot carries more than it may').toEqual([]);

  const { gpusPerRank } = mapping;
  if (gpusPerRank === 1) return;
  const onGpus = ranks.filter(({ gpu }) => gpu !== null);
  const gpus = onGpus.flatMap((rank) => slotOf(rank).split('+'));
  expect(new Set(gpus).size, 'no GPU has two ranks').toBe(gpus.length);
  if (gpusPerRank === 'node')
    expect(new Set(onGpus.map(({ node }) => node)).size, 'a node has one rank').toBe(onGpus.length);
  else expect(onGpus.filter((rank) => (rank.gpus ?? [rank.gpu]).length !== gpusPerRank)).toEqual([]);
}

function exists({ gpu, gpus, cpuSlot }: PlanRank, node: PlanNode | undefined): boolean {
  if (node === undefined || (gpu === null) === (cpuSlot === null)) return false;
  if (gpu === null) return (cpuSlot ?? -1) < node.cpuRanks && gpus === null;
  const wanted = gpus ?? [gpu];
  return wanted[0] === gpu && wanted.every((own) => node.gpus.some(({ index }) => index === own));
}

function expectNodes({ ranks, nodes }: LaunchPlan): void {
  const order = [...new Set(ranks.map(({ node }) => node))];
  const place = new Map(order.map((name, index) => [name, index]));
  expect(nodes.map(({ nodeRank }) => nodeRank)).toEqual(nodes.map(({ name }) => place.get(name) ?? null));
}

function expectShares({ ranks, workload }: LaunchPlan): void {
  const shares = ranks.map(({ share }) => share);
  if (workload === null) {
    expect(shares.every((share) => share === null)).toBe(true);
    return;
  }
  const { globalBatch, multipleOf } = workload;
  expect(shares.filter((share) => share === null || share < multipleOf || share % multipleOf !== 0)).toEqual(
    [],
  );
  expect(shares.reduce((sum, share) => sum + BigInt(share ?? 0), 0n)).toBe(BigInt(globalBatch));
}

function expectDefaults({ ranks, nodes, visibility, backend, mapping }: LaunchPlan): void {
  expect(visibility === 'own').toBe(mapping.gpusPerRank !== 1);
  if (visibility === 'own') return;
  const mig = nodes.flatMap(({ name, gpus }) =>
    gpus.filter(({ parent }) => parent !== null).map(({ index }) => `${name}:${index}`),
  );
  const cpu = ranks.some(({ gpu }) => gpu === null);
  const onGpus = ranks.filter(({ gpu }) => gpu !== null);
  const slots = new Set(onGpus.map(slotOf));
  const shared = slots.size < onGpus.length;
  if (shared || mig.some((name) => slots.has(name)) || isReorderedIntel({ ranks, nodes }))
    expect(visibility).toBe('isolated');
  if (shared || cpu) expect(backend).not.toBe('nccl');
}

/** Are Intel GPUs of a node mapped in another order than that of their indices, in which they are seen? */
function isReorderedIntel({ ranks, nodes }: Pick<LaunchPlan, 'ranks' | 'nodes'>): boolean {
  return nodes.some(({ name, gpus }) => {
    const intel = new Set(gpus.filter(({ vendor }) => vendor === 'intel').map(({ index }) => index));
    const mapped = ranks.flatMap(({ node, gpu }) =>
      node === name && intel.has(gpu ?? -1) ? [gpu ?? -1] : [],
    );
    return mapped.some((gpu, position) => gpu < (mapped[position - 1] ?? -1));
  });
}
