import { expect, test } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { planOf } from '../compile-text.ts';
import { expectInvariants } from '../invariants.ts';

/** Two ranks on a:0, two on a:1, one on each CPU slot of b. */
const sound = planOf(`version: 1
name: x
nodes: [{hosts: a, gpus: [{index: 0, uuid: MIG-a, parent: 9}, {index: 1}]}, {hosts: b, cpuRanks: 2}]
mapping: {ranksPerGpu: 2}
workload: {globalBatch: 48, multipleOf: 4, shares: equal}
`);

type Change = (plan: LaunchPlan) => void;

function rankOf(plan: LaunchPlan, rank: number): LaunchPlan['ranks'][number] {
  const found = plan.ranks[rank];
  if (found === undefined) throw new Error(`there is no rank ${rank}`);
  return found;
}

const BROKEN: Readonly<Record<string, Change>> = {
  'a rank is missing': (plan) => plan.ranks.pop(),
  'two ranks are swapped': (plan) => plan.ranks.reverse(),
  'the master is elsewhere': (plan) => Object.assign(plan.master, { node: 'b' }),
  'a local rank is skipped': (plan) => Object.assign(rankOf(plan, 1), { localRank: 2 }),
  'a rank is on a GPU that is not there': (plan) => Object.assign(rankOf(plan, 3), { gpu: 7 }),
  'a rank is on a CPU slot that is not there': (plan) => Object.assign(rankOf(plan, 5), { cpuSlot: 2 }),
  'a rank is on a node that is not there': (plan) =>
    Object.assign(rankOf(plan, 5), { node: 'c', localRank: 0 }),
  'a rank is on a GPU and on a CPU slot': (plan) => Object.assign(rankOf(plan, 0), { cpuSlot: 0 }),
  'a GPU carries too many': (plan) => Object.assign(rankOf(plan, 2), { gpu: 0 }),
  'a CPU slot carries two': (plan) => Object.assign(rankOf(plan, 5), { cpuSlot: 0 }),
  'ranks of one GPU are apart': (plan) => {
    Object.assign(rankOf(plan, 1), { gpu: 1 });
    Object.assign(rankOf(plan, 2), { gpu: 0 });
  },
  'node ranks are swapped': ({ nodes }) => {
    for (const node of nodes) Object.assign(node, { nodeRank: node.nodeRank === 0 ? 1 : 0 });
  },
  'a node is twice there': (plan) => plan.nodes.push(...plan.nodes.slice(1)),
  'the shares are too few': (plan) => Object.assign(rankOf(plan, 0), { share: 4 }),
  'a share is no multiple': (plan) => {
    Object.assign(rankOf(plan, 0), { share: 7 });
    Object.assign(rankOf(plan, 1), { share: 9 });
  },
  'a share is missing': (plan) => Object.assign(rankOf(plan, 0), { share: null }),
  'there is a share without a workload': (plan) => Object.assign(plan, { workload: null }),
  'a shared GPU is seen with others': (plan) => Object.assign(plan, { visibility: 'ordered' }),
  'a CPU rank uses nccl': (plan) => Object.assign(plan, { backend: 'nccl' }),
  'a field is missing': (plan) => Reflect.deleteProperty(plan.launch, 'wrap'),
};

test('hold for a sound plan', () => expectInvariants(sound));

test.each(Object.entries(BROKEN))('notice when %s', (_, change) => {
  const plan = structuredClone(sound);
  change(plan);
  expect(plan).not.toEqual(sound);
  expect(() => expectInvariants(plan)).toThrow();
});
