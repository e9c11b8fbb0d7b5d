import { describe, expect, test } from 'vitest';
import { mapPlan } from '../../src/compiler/plan/check-plan.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { compileText, errorCodes, planOf } from '../compile-text.ts';
import { readAlways } from '../read-beside.ts';

const HEAD = 'version: 1\nname: x\n';
const sharesOf = (text: string) => planOf(HEAD + text).ranks.map(({ share }) => share);
const codesOf = (text: string) => errorCodes(compileText(HEAD + text));
const LAB = `nodes:
  - hosts: lab1
    gpus: [{index: 0-1, model: H100}, {index: 2, model: V100}]
  - {hosts: build1, cpuRanks: 1}
`;

describe('by hand', () => {
  test.each([
    ['rank by rank', '[40, 20, 8, 4]', [40, 20, 8, 4]],
    ['by model, node and slot', '{H100: 24, "lab1:1": 28, V100: 16, build1: 4}', [24, 28, 16, 4]],
    ['a slot wins over its node, wherever it stands', '{"lab1:2": 4, lab1: 32, build1: 4}', [32, 32, 4, 4]],
    ['a node wins over a model', '{H100: 4, lab1: 20, build1: 12}', [20, 20, 20, 12]],
    ['ranges of slots', '{"lab1:0-1": 30, V100: 8, "build1:cpu0": 4}', [30, 30, 8, 4]],
  ])('%s', (_, samples, expected) => {
    expect(sharesOf(`${LAB}workload: {globalBatch: 72, multipleOf: 2, samples: ${samples}}`)).toEqual(
      expected,
    );
  });

  test.each([
    ['a number too few', 'samples: [40, 20, 12]', ['RP3047']],
    ['a sum that is not the batch', 'samples: [40, 20, 8, 5]', ['RP3047']],
    ['no multiple', 'multipleOf: 4, samples: [40, 20, 6, 6]', ['RP3047']],
    ['a rank without samples', 'samples: {H100: 30, V100: 12}', ['RP3047']],
    ['a name that nothing has', 'samples: {H100: 30, V10: 8, build1: 4}', ['RP3047']],
    ['a slot that there is not', 'samples: {"lab1:7": 30, H100: 8, build1: 4}', ['RP2019']],
    ['a list that is not read', 'shares: equal, samples: [18, 18, 18, 18]', ['RP3047']],
    ['no list', 'shares: explicit', ['RP3047']],
  ])('%s is refused', (_, workload, codes) => {
    expect(codesOf(`${LAB}workload: {globalBatch: 72, ${workload}}`)).toEqual(codes);
  });
});

describe('limits', () => {
  const gpus = (more: string, mapping = '{}') =>
    `nodes: [{hosts: a, gpus: {count: 2, score: 10, memory: 40GiB${more}}}]\nmapping: ${mapping}\n`;

  test('memory less the reserve, and what is written, whichever is lower', () => {
    const limited = (more: string, batch: number) =>
      codesOf(`${gpus(more)}workload: {globalBatch: ${batch}, memory: {perSample: 2GiB, reserve: 7GiB}}`);
    // 33 GiB hold 16 samples of 2 GiB.
    expect(limited('', 32)).toEqual([]);
    expect(limited('', 33)).toEqual(['RP3044']);
    expect(limited(', maxSamples: 15', 31)).toEqual(['RP3044']);
    expect(limited(', maxSamples: 17', 32)).toEqual([]);
  });

  test('each rank on a GPU needs the reserve', () => {
    const shared = (batch: number) =>
      codesOf(
        `${gpus('', '{ranksPerGpu: 2}')}workload: {globalBatch: ${batch}, shares: optimal, memory: {perSample: 2GiB, reserve: 7GiB}}`,
      );
    // 26 GiB hold 13 samples.
    expect(shared(26)).toEqual([]);
    expect(shared(27)).toEqual(['RP3044']);
  });

  test('a rank with several GPUs takes what each of them takes', () => {
    const both = (batch: number) =>
      codesOf(`${gpus(', maxSamples: 9', '{gpusPerRank: 2}')}workload: {globalBatch: ${batch}}`);
    expect(both(18)).toEqual([]);
    expect(both(19)).toEqual(['RP3044']);
  });

  test('what is told is what would do', () => {
    const text = (batch: number, limit: number) =>
      `${HEAD}nodes: [{hosts: a, gpus: [{index: 0, score: 1, maxSamples: ${limit}}, {index: 1-2, score: 9, maxSamples: 40}]}]
workload: {globalBatch: ${batch}, shares: optimal, multipleOf: 4}`;
    const [finding] = compileText(text(200, 30)).diagnostics;
    // 28 + 40 + 40 is room for 108.
    expect(finding).toMatchObject({ code: 'RP3044' });
    expect(finding?.message).toContain('108 samples, 92 less');
    expect(finding?.help).toContain('`globalBatch` to 108, or raise');
    expect(errorCodes(compileText(text(108, 30)))).toEqual([]);
  });

  test('a saved plan is held to them', () => {
    const plan = planOf(`${HEAD}${gpus(', maxSamples: 20')}workload: {globalBatch: 30, shares: optimal}`);
    expect(plan.ranks.map(({ share }) => share)).toEqual([15, 15]);
    const edited: LaunchPlan = {
      ...plan,
      ranks: plan.ranks.map((rank, i) => ({ ...rank, share: [21, 9][i] ?? null })),
    };
    expect(mapPlan(edited)).toBe('a:0 has 21 samples, and can take 20 (RP3044)');
  });
});

test('seconds beside a figure in other units are warned of', () => {
  const text = `${HEAD}models: {H: {fixedSeconds: 0.1}}
nodes: [{hosts: a, inventory: a.json}]
mapping: {by: x}
workload: {globalBatch: 8, shares: optimal}`;
  const codes = (method: string) => {
    const gpus = [{ index: 0, model: 'H', scores: { x: { value: 100, method } } }];
    return compileText(text, readAlways({ formatVersion: '1.0', gpus })).diagnostics.map(({ code }) => code);
  };
  expect(codes('bench/2:0123456789ab')).toEqual([]);
  expect(codes('bench/1:0123456789ab')).toEqual(['RP3048']);
});
