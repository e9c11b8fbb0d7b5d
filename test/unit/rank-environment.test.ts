import { describe, expect, test } from 'vitest';
import { createRankEnvironments } from '../../src/compiler/plan/rank-environment.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { compileText, errorCodes, planOf } from '../compile-text.ts';

/** What a rank finds: null for a variable that is unset. */
function environmentOf(plan: LaunchPlan, number: number): Readonly<Record<string, unknown>> {
  const rank = plan.ranks[number];
  if (rank === undefined) throw new Error(`there is no rank ${number}`);
  const { unset, variables } = createRankEnvironments(plan)(rank);
  return Object.fromEntries([
    ...unset.map((name) => [name, null] as const),
    ...variables.map(({ name, value }) => [name, typeof value === 'function' ? value(rank) : value] as const),
  ]);
}

const ranked = (vendor: string, scores: readonly number[], launch = '') =>
  `{version: 1, name: t, nodes: [{hosts: h1, gpus: [${scores
    .map((score, index) => `{index: ${index}, vendor: ${vendor}, score: ${score}}`)
    .join(', ')}]}], mapping: {strategy: performance-ranked}, launch: {${launch}}}`;

describe('Intel shows the listed GPUs in its own order', () => {
  test('so ranks in another order see their own GPU alone', () => {
    const plan = planOf(ranked('intel', [100, 90, 80, 110]));
    expect(plan.visibility).toBe('isolated');
    const masks = plan.ranks.map((_, rank) => environmentOf(plan, rank)['ZE_AFFINITY_MASK']);
    expect(masks).toEqual(['3', '0', '1', '2']);
    expect(environmentOf(plan, 2)).toMatchObject({ LOCAL_RANK: '0', RANKPLAN_LOCAL_RANK: '2' });
  });

  test('and a written `ordered` is an error', () => {
    const compilation = compileText(ranked('intel', [100, 110], 'visibility: ordered'));
    expect(errorCodes(compilation)).toEqual(['RP3006']);
    expect(compilation.diagnostics[0]?.message).toContain('h1:0 comes after a GPU with a higher index');
  });

  test('which is no matter while the indices ascend, on each node by itself', () => {
    const plan = planOf(`{version: 1, name: t, nodes: [{hosts: "h[1-2]", gpus: {count: 2, vendor: intel}}],
      mapping: {order: cyclic}, launch: {visibility: ordered}}`);
    expect(plan.ranks.map(({ node, gpu }) => `${node}:${gpu}`)).toEqual(['h1:0', 'h2:0', 'h1:1', 'h2:1']);
    expect(environmentOf(plan, 3)['ZE_AFFINITY_MASK']).toBe('0,1');
    expect(planOf(ranked('amd', [100, 110], 'visibility: ordered')).visibility).toBe('ordered');
  });
});

describe('a CPU rank sees no GPU', () => {
  const cpuRankBeside = (gpus: string) => {
    const plan = planOf(`{version: 1, name: t, nodes: [{hosts: h1, gpus: ${gpus}, cpuRanks: 1}],
      launch: {visibility: isolated}}`);
    return environmentOf(plan, plan.worldSize - 1);
  };

  test('of Intel: an empty ZE_AFFINITY_MASK would hide none', () => {
    expect(cpuRankBeside('{count: 2, vendor: intel}')).toMatchObject({
      ZE_AFFINITY_MASK: null,
      ONEAPI_DEVICE_SELECTOR: '!*:gpu',
    });
  });

  test('of any vendor that the node has', () => {
    const vendors = ['amd', 'nvidia', 'intel'].map((vendor, index) => `{index: ${index}, vendor: ${vendor}}`);
    expect(cpuRankBeside(`[${vendors.join(', ')}]`)).toMatchObject({
      CUDA_VISIBLE_DEVICES: '',
      ROCR_VISIBLE_DEVICES: '',
      ONEAPI_DEVICE_SELECTOR: '!*:gpu',
      HIP_VISIBLE_DEVICES: null,
    });
  });

  test('where the node has none, nothing under Slurm says which ones it has', () => {
    const nodes = [
      { hosts: 'a', gpus: { count: 1 } },
      { hosts: 'b', cpuRanks: 1 },
    ];
    const plan = planOf({ nodes, launch: { backend: 'gloo' }, slurm: {} });
    const ofNode = (rank: number) =>
      Object.keys(environmentOf(plan, rank)).filter((name) => /_(NODE_GPUS|POSITIONS)$/.test(name));
    expect([ofNode(0), ofNode(1)]).toEqual([['RANKPLAN_NODE_GPUS', 'RANKPLAN_POSITIONS'], []]);
  });

  test('where the node has none, CUDA is told so', () => {
    const plan = planOf('{version: 1, name: t, nodes: [{hosts: h1, cpuRanks: 1}]}');
    expect(environmentOf(plan, 0)).toMatchObject({ CUDA_VISIBLE_DEVICES: '', ROCR_VISIBLE_DEVICES: null });
  });
});
