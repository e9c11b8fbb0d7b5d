import { describe, expect, test } from 'vitest';
import { describeCost, estimateCost } from '../../src/review/estimate-cost.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { planOf } from '../compile-text.ts';

const scored = (scores: readonly (number | undefined)[], more: object = {}) => {
  const gpus = scores.map((score, index) => ({ index, memory: '8GiB', score }));
  return planOf({ nodes: [{ hosts: 'lab1', gpus }], ...more });
};
const ranked = { mapping: { strategy: 'performance-ranked' } };

test('all wait for the slowest GPU, and shares by score would spare that', () => {
  const cost = estimateCost(scored([100, 50, 50], ranked));
  expect(cost).toMatchObject({
    by: 'score',
    slowest: { gpu: 'lab1:1', score: 50, gpus: 2 },
    stepTime: 1 / 50,
  });
  expect(cost?.idleShare).toBeCloseTo(1 / 6);
  // Three units at the pace of 50 each take 1/50; of 200 in all, 3/200.
  expect(cost?.gain.throughput).toBeCloseTo(1 / 3);
  expect(describeCost(scored([100, 50, 50], ranked))).toBe(
    'slowest GPU lab1:1 (50, as 1 other), 16.7 % of GPU time idle; proportional shares would gain up to 33.3 %',
  );
});

test('where shares follow the scores, only what rounding leaves is idle, and nothing is to be gained', () => {
  const workload = { globalBatch: 300 };
  const shared = (shares: string) => scored([100, 50], { ...ranked, workload: { ...workload, shares } });
  expect(estimateCost(shared('proportional'))).toMatchObject({
    idleShare: 0,
    gain: { shares: 'optimal', throughput: 0 },
  });
  expect(describeCost(shared('proportional'))).toBeNull();
  expect(estimateCost(shared('equal'))?.gain.throughput).toBeCloseTo(0.5);
});

test.each([
  ['a GPU has no score', scored([100, undefined])],
  ['memory ranks, which is no speed', scored([100, 50], { mapping: { ...ranked.mapping, by: 'memory' } })],
  ['a rank is on a CPU', planOf({ nodes: [{ hosts: 'a', cpuRanks: 2 }] })],
])('nothing is claimed where %s', (_, plan) => {
  expect(estimateCost(plan)).toBeNull();
  expect(describeCost(plan)).toBeNull();
});

test('GPUs that are alike cost nothing, and nothing is said', () => {
  expect(estimateCost(scored([50, 50], ranked))).toMatchObject({ idleShare: 0, gain: { throughput: 0 } });
  expect(describeCost(scored([50, 50], ranked))).toBeNull();
});

test('check and show say it in one line', () => {
  const file = 'examples/heterogeneous/topology.yaml';
  const line =
    'slowest GPU lab1:2 (80), 14.6 % of GPU time idle; proportional shares would gain up to 18.8 %';
  expect(runRankplan(['check', file]).stdout).toBe(`${file}: ok: 4 ranks on 1 of 1 node\n  ${line}\n`);
  expect(runRankplan(['check', '--quiet', file]).stdout).toBe('');
  expect(runRankplan(['show', file]).stdout).toContain(`\n${line}\n`);
});

describe('in seconds, with a fixed cost beside samples per second', () => {
  const cards = (shares: string, multipleOf = 1) =>
    planOf({
      models: {
        fast: { score: 100, fixedSeconds: 0.5 },
        slow: { score: 20, fixedSeconds: 0.1, maxSamples: 40 },
      },
      nodes: [{ hosts: 'lab1', gpus: ['fast', 'slow'].map((model, index) => ({ index, model })) }],
      workload: { globalBatch: 120, shares, multipleOf },
    });

  test('the step time is that of the last GPU', () => {
    // 0.5 + 94/100 = 1.44 and 0.1 + 26/20 = 1.4; a sample less on the first would end at 1.45 on the second.
    const optimal = cards('optimal');
    expect(optimal.ranks.map(({ share }) => share)).toEqual([94, 26]);
    const cost = estimateCost(optimal);
    expect(cost).toMatchObject({ inSeconds: true, last: { gpu: 'lab1:0', samples: 94 } });
    expect(cost?.stepTime).toBeCloseTo(1.44);
    expect(describeCost(optimal)).toBe('step time 1.44 s (lab1:0 with 94 samples), 1.4 % of GPU time idle');
  });

  test('what optimal shares would gain is exact', () => {
    // 100 samples take 1.5 s, 20 take 1.1 s.
    expect(describeCost(cards('proportional'))).toBe(
      'step time 1.5 s (lab1:0 with 100 samples), 13.3 % of GPU time idle',
    );
    expect(estimateCost(cards('proportional'))?.gain.throughput).toBeCloseTo(1.5 / 1.44 - 1);
    expect(cards('optimal', 40).ranks.map(({ share }) => share)).toEqual([80, 40]);
  });
});

test('CPU slots have a cost where something is said of them', () => {
  const cpus = (score: number | null) =>
    planOf({
      nodes: [
        { hosts: 'a', cpuRanks: 1, cpuSlot: score === null ? undefined : { score } },
        { hosts: 'b', cpuRanks: 1, cpuSlot: score === null ? undefined : { score: 3 * score } },
      ],
      workload: { globalBatch: 40, shares: 'optimal' },
    });
  expect(cpus(4).ranks.map(({ share }) => share)).toEqual([10, 30]);
  expect(estimateCost(cpus(4))).toMatchObject({ idleShare: 0, slowest: { gpu: 'a:cpu0', score: 4 } });
  // Nothing is measured there: all are taken as equal, and nothing is claimed.
  expect(cpus(null).ranks.map(({ share }) => share)).toEqual([20, 20]);
  expect(estimateCost(cpus(null))).toBeNull();
});
