import { describe, expect, test } from 'vitest';
import { compileText, planText } from '../compile-text.ts';
import { parseSaved } from '../saved-plans.ts';

const SHARED = 'nodes: [{ hosts: h1, gpus: { count: 2 } }]\nmapping: { ranksPerGpu: 2 }';
const MIG =
  'nodes: [{ hosts: h1, gpus: [{ index: 0, uuid: MIG-a, parent: 7 }, { index: 1, uuid: MIG-b, parent: 7 }] }]';
const CPU = 'nodes: [{ hosts: h1, cpuRanks: 2 }]';
const ON = 'NCCL_MULTI_RANK_GPU_ENABLE: "1"';

const compileWith = (nodes: string, launch: string) =>
  compileText(`version: 1\nname: x\n${nodes}\nlaunch: { backend: nccl${launch} }\n`);

describe('NCCL on a GPU that ranks share is refused by what is known of its version, and by the variable', () => {
  test.each([
    ['shared', SHARED, '', false],
    ['shared', SHARED, `, env: { ${ON} }`, true],
    ['shared', SHARED, ', env: { NCCL_MULTI_RANK_GPU_ENABLE: "0" }', false],
    ['shared', SHARED, ', software: { nccl: 2.30.7 }', false],
    ['shared', SHARED, `, software: { nccl: 2.30.3 }, env: { ${ON} }`, true],
    ['shared', SHARED, `, software: { nccl: 2.29.7 }, env: { ${ON} }`, false],
    ['MIG', MIG, '', false],
    ['MIG', MIG, `, env: { ${ON} }`, true],
    ['MIG', MIG, `, software: { nccl: 2.31.2+cuda13.3 }, env: { ${ON} }`, true],
    ['MIG', MIG, `, software: { nccl: 2.30.7 }, env: { ${ON} }`, false],
    ['MIG', MIG, ', software: { nccl: 2.32.6 }', false],
    ['CPUs', CPU, `, software: { nccl: 2.32.6 }, env: { ${ON} }`, false],
  ])('%s%.0s with%s: %s', (_, nodes, launch, isFine) => {
    const { plan, diagnostics } = compileWith(nodes, launch);
    expect(diagnostics.map(({ code }) => code)).toEqual(isFine ? [] : ['RP3008']);
    expect(plan?.backend).toBe(isFine ? 'nccl' : undefined);
  });

  test('a plan that was allowed stays so when it is read again', () => {
    const { plan } = compileWith(SHARED, `, env: { ${ON} }`);
    const text = planText(plan) ?? '';
    expect(parseSaved(text).plan).toEqual(plan);
    expect(parseSaved(text.replace('NCCL_MULTI_RANK_GPU_ENABLE', 'OTHER')).plan).toBeNull();
  });

  test('the variable of a node counts for its ranks', () => {
    const nodes = SHARED.replace('} }]', `}, env: { ${ON} } }]`);
    expect(compileWith(nodes, '').diagnostics).toEqual([]);
  });
});
