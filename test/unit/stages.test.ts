import { expect, test } from 'vitest';
import { compileText, planOf } from '../compile-text.ts';
import { parseSaved } from '../saved-plans.ts';

const pipeline = (stages: object, parallel: object = { pp: 4 }, more: object = {}) => ({
  models: { A100: { score: 140, memory: '80GiB' }, V100: { score: 60, memory: '32GiB' } },
  nodes: [
    { hosts: 'lab1', gpus: { count: 2, model: 'A100' } },
    { hosts: 'lab2', gpus: { count: 2, model: 'V100' } },
  ],
  stages,
  launch: { parallel },
  ...more,
});

const countsOf = (...args: Parameters<typeof pipeline>) => planOf(pipeline(...args)).stages?.counts;
const findingsOf = (...args: Parameters<typeof pipeline>) =>
  compileText(pipeline(...args)).diagnostics.map(({ code, message }) => `${code}: ${message}`);

test.each([
  ['by speed', { layers: 40 }, [14, 14, 6, 6]],
  ['with a head', { layers: 40, head: 3 }, [16, 16, 5, 3]],
  ['by memory', { layers: 40, memory: { perLayer: '4GiB', reserve: '10GiB' } }, [15, 15, 5, 5]],
  ['of two kinds', { layers: [{ count: 20, cost: 0.5 }, { count: 20 }] }, [21, 11, 4, 4]],
])('layers are divided %s', (_, stages, counts) => {
  const found = countsOf(stages);
  expect(found?.reduce((sum, count) => sum + count, 0)).toBe(40);
  expect(found).toEqual(counts);
});

test('the slowest rank of a stage sets its pace, by the order of the parallel sizes', () => {
  // Stages of ranks 0, 1 and 2, 3; or, with pp first, of 0, 2 and 1, 3, where each has a V100.
  expect(countsOf({ layers: 40 }, { pp: 2 })).toEqual([28, 12]);
  expect(countsOf({ layers: 40 }, { pp: 2, order: 'pp-tp-cp-ep-dp' })).toEqual([20, 20]);
});

test('a rank with several GPUs is as fast as all of them, and ranks that share one divide it', () => {
  expect(countsOf({ layers: 40 }, { pp: 2 }, { mapping: { gpusPerRank: 2 } })).toEqual([28, 12]);
  expect(countsOf({ layers: 40 }, { pp: 8 }, { mapping: { ranksPerGpu: 2 } })).toEqual([
    7, 7, 7, 7, 3, 3, 3, 3,
  ]);
});

test('GPUs of one model are equal where nobody has measured any', () => {
  const nodes = (...models: readonly (string | undefined)[]) =>
    models.map((model, i) => ({ hosts: `lab${i + 1}`, gpus: { count: 2, model } }));
  const codesOf = (...models: readonly (string | undefined)[]) =>
    findingsOf({ layers: 10 }, { pp: 4 }, { nodes: nodes(...models), models: undefined }).map((found) =>
      found.slice(0, 6),
    );
  const even = { nodes: nodes('A100', 'A100'), models: undefined };
  expect(countsOf({ layers: 10 }, { pp: 4 }, even)).toEqual([2, 2, 3, 3]);
  expect(countsOf({ layers: 10 }, { pp: 4, tp: 2 }, { ...even, mapping: { ranksPerGpu: 2 } })).toEqual([
    2, 2, 3, 3,
  ]);
  expect(codesOf('A100', 'V100')).toEqual(['RP3004', 'RP3004']);
  expect(codesOf(undefined, undefined)).toEqual(['RP3004', 'RP3004']);
  const half = { models: { A100: { score: 1 }, V100: {} } };
  expect(findingsOf({ layers: 10 }, { pp: 4 }, half)).toEqual([expect.stringMatching(/^RP3004: GPU lab2:0/)]);
});

test('bare CPU ranks are equal', () => {
  const nodes = [{ hosts: 'lab1', cpuRanks: 4 }];
  expect(countsOf({ layers: 10 }, { pp: 4 }, { nodes, models: undefined })).toEqual([2, 2, 3, 3]);
});

test.each([
  [{ layers: 40 }, { pp: 1 }, 'RP3050: there are stages of layers, and no pipeline'],
  [{ layers: 3 }, { pp: 4 }, 'RP3050: 3 layers cannot give each of 4 stages one'],
  [
    { layers: 40, memory: { perLayer: '8GiB' } },
    { pp: 4 },
    'RP3052: 40 layers do not fit: the stages have room for 10 + 10 + 4 + 4 = 28',
  ],
  [
    { layers: 40, memory: { perLayer: '1GiB', head: '32GiB' } },
    { pp: 4 },
    'RP3052: stage 3 has no room for a layer: rank 3 (lab2:1) has too little memory for one and what it needs besides',
  ],
  [{ layers: 40, memory: { perLayer: 'much' } }, { pp: 4 }, 'RP1105: `much` is no amount of memory'],
])('%j with %j is refused', (stages, parallel, message) => {
  expect(findingsOf(stages, parallel)).toEqual([message]);
});

test.each([
  [{ counts: [20, 20] }, 'it has layers for 2 stages, where pp is 4'],
  [{ counts: [14, 14, 6, 5] }, 'its stages have 39 layers together, not 40'],
  [
    { memory: { perLayer: 2 ** 33, embedding: 0, head: 0, reserve: 0 } },
    'stage 0 has 14 layers, more than the 10 that fit (RP3052)',
  ],
])('a saved plan with %j is refused', (change, why) => {
  const plan = planOf(pipeline({ layers: 40 }));
  const edited = parseSaved({ ...plan, stages: { ...plan.stages, ...change } });
  expect(edited.plan).toBe(null);
  expect(edited.found).toMatchObject([{ code: 'RP4005', message: expect.stringContaining(why) }]);
});
