import { describe, expect, test } from 'vitest';
import { buildReport } from '../../src/runtime/audit/conclude.ts';
import {
  by,
  everySecond,
  expectDoubt,
  FOREIGN,
  GIB,
  judge,
  of,
  plan,
  repeat,
  sample,
  VERIFIED,
} from './audit-fixture.ts';

/* The audit of ranks that have several GPUs each. */
const pairs = plan({
  ranks: [
    [0, 1],
    [2, 3],
  ],
  visibility: 'own',
});
const empty = [[], [], [], []];

describe('a rank is right on any of its GPUs:', () => {
  test.each([
    ['on all of them', [[of(0)], [of(0)], [of(1)], [of(1)]]],
    ['on the first', [[of(0)], [], [of(1)], []]],
    ['on the second', [[], [of(0)], [], [of(1)]]],
    ['by a worker for each', [[of(0, GIB, 200)], [of(0, GIB, 201)], [of(1, GIB, 202)], [of(1, GIB, 203)]]],
  ])('%s', (_where, on) => {
    expect(judge(pairs, repeat(on, [250, 500]))).toMatchObject(VERIFIED);
  });

  test('on one, then on the other', () => {
    const moving = [
      ...repeat([[of(0)], [], [of(1)], []], [1, 2]),
      ...repeat([[], [of(0)], [], [of(1)]], [3, 4]),
    ];
    expect(judge(pairs, moving)).toMatchObject(VERIFIED);
  });
});

describe('and on any other it is astray:', () => {
  test('on one of another rank', () => {
    const { all, verdict, evidence } = judge(
      pairs,
      repeat([[of(0)], [], [of(0, 2 * GIB), of(1)], []], [1, 2]),
    );
    expect({ all, verdict }).toEqual({ all: ['stray-memory 0 GPU 2'], verdict: 'misplaced' });
    const [finding] = evidence.findings.values();
    expect(finding?.message).toBe(
      'rank 0 (lab1, GPUs 0,1) has memory on GPU 2 (2.0 GiB), which is not its own',
    );
    expect(finding?.help).toContain('find what changes CUDA_VISIBLE_DEVICES');
  });

  test('only there, beside the other', () => {
    const judged = judge(pairs, repeat([[], [], [of(1)], [of(0, 2 * GIB), of(1)]], [1, 2]));
    expect(judged.all).toEqual(['shared-gpu 0 GPU 3']);
  });

  test('seen once, it is a doubt', () => {
    const home = [[of(0)], [of(0)], [of(1)], [of(1)]];
    const astray = sample([[of(0), of(1)], [], [], [of(1)]], { at: 3 });
    expectDoubt(judge(pairs, [...repeat(home, [1, 2]), astray]), 'partial', 'seen-once 1');
  });
});

describe('GPUs of its own that it never opened', () => {
  const half = [[of(0)], [], [of(1)], [of(1)]];

  test('are a note where it opened others', () => {
    const judged = judge(pairs, repeat(half, everySecond(30)));
    expect(judged).toMatchObject({
      verdict: 'verified',
      reasons: [],
      told: [],
      all: ['unopened-gpu 0 GPU 1'],
    });
    expect(judged.found[0]).toMatchObject({ severity: 'note', gpu: 'GPU 1', uuid: 'GPU-1' });
    expect(judged.found[0]?.message).toBe(
      'rank 0 (lab1, GPUs 0,1) has ended, and was never seen on GPU 1 in 28 samples over 27 s',
    );
  });

  test('are one error where it opened none', () => {
    const judged = judge(pairs, repeat([[], [], [of(1)], [of(1)]], everySecond(30)));
    expect(judged).toMatchObject({ verdict: 'misplaced', all: ['unopened-gpu 0 GPU 0'] });
    expect(judged.found[0]?.message).toContain('was not seen on any of its GPUs in 28 samples');
  });

  test.each([
    ['it was short', repeat(half, everySecond(15)), {}],
    ['it failed', repeat(half, everySecond(60)), { end: { statuses: new Map([[0, 1]]) } }],
    ['it opened it late', [...repeat(half, everySecond(60)), sample([[], [of(0)], [of(1)], []])], {}],
    [
      'somebody is there who came with it',
      repeat([[of(0)], [by(FOREIGN, 5000)], [of(1)], [of(1)]], everySecond(60)),
      { baseline: sample(empty) },
    ],
    [
      'the memory there grew',
      repeat(half, everySecond(60), { used: [GIB, GIB, GIB, GIB] }),
      { baseline: sample(empty) },
    ],
    ['the driver does not report', repeat([[of(0)], null, [of(1)], [of(1)]], everySecond(60)), {}],
  ])('are not told of, where %s', (_why, samples, options) => {
    expect(judge(pairs, samples, options).all.filter((told) => told.startsWith('unopened'))).toEqual([]);
  });
});

describe('what was not seen', () => {
  test('a planned GPU that the driver does not list: the rank may be right wherever it is', () => {
    const unlisted = [0, 4];
    const judged = judge(
      plan({ ranks: [unlisted, [1, 2]], visibility: 'own' }),
      repeat([[], [of(1)], [of(1)], [of(0)]], [1, 2]),
    );
    expectDoubt(judged, 'partial', 'gpu-not-found 0');
    expect(judged.reasons[0]?.message).toContain('does not list 1 of its 2 planned GPUs');
  });

  test('a GPU that is lost while they run, behind which the driver counts again', () => {
    const all = [[of(0)], [of(0)], [of(1)], [of(1)]];
    const renamed = [1, 2, 3].map((was) => ({ key: `GPU-${was}`, uuid: `GPU-${was}` }));
    const judged = judge(pairs, [...repeat(all, [1, 2]), ...repeat(all.slice(1), [3, 4], { gpus: renamed })]);
    expectDoubt(judged, 'partial', 'gpu-not-found 0');
    expect([...judged.evidence.homes]).toEqual([
      [0, new Set(['GPU-1'])],
      [1, new Set(['GPU-2', 'GPU-3'])],
    ]);
  });
});

test('the report lists all GPUs of a rank, and says that it is of a newer format', () => {
  const judged = judge(pairs, repeat([[of(0)], [of(0)], [of(1)], []], [1, 2]));
  const { formatVersion, gpus, ranks } = buildReport(judged.evidence, judged, 'warn');
  expect(formatVersion).toBe('1.0');
  expect(gpus.map(({ ranks: planned }) => planned)).toEqual([[0], [0], [1], [1]]);
  expect(ranks).toMatchObject([
    { rank: 0, gpu: 0, gpus: [0, 1], verified: true, use: [{ gpu: 'GPU 0' }, { gpu: 'GPU 1' }] },
    { rank: 1, gpu: 2, gpus: [2, 3], verified: true, use: [{ gpu: 'GPU 2' }] },
  ]);
  const single = judge(plan({ ranks: [0, 1] }), repeat([[of(0)], [of(1)]], [1, 2]));
  const report = buildReport(single.evidence, single, 'warn');
  expect(report.formatVersion).toBe('1.0');
  expect(report.ranks[0]).not.toHaveProperty('gpus');
});
