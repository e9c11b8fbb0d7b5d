import { describe, expect, test } from 'vitest';
import {
  ABSENT,
  by,
  codesOf,
  everySecond,
  expectDoubt,
  FOREIGN,
  GIB,
  judge,
  MIB,
  of,
  plan,
  repeat,
  sample,
  VERIFIED,
} from './audit-fixture.ts';

const two = plan({ ranks: [0, 1] });
const empty = [[], []];
const right = [[of(0, 8 * GIB)], [of(1, 8 * GIB)]];

describe('innocent ranks are verified, and nothing is said against them:', () => {
  test('each on its own GPU', () => {
    expect(judge(two, repeat(right, [250, 500]))).toMatchObject(VERIFIED);
  });

  test('slow starters, which open their GPU late and not together', () => {
    const late = [
      ...repeat(empty, everySecond(100)),
      ...repeat([[of(0)], []], [101_000, 110_000]),
      ...repeat(right, [120_000, 130_000]),
    ];
    expect(judge(two, late)).toMatchObject(VERIFIED);
  });

  test('with children, helpers and data loaders on their own GPU, which come and go', () => {
    const samples = [1, 2, 3].map((i) =>
      sample(
        [
          [of(0), of(0, 200 * MIB, 200 + i), of(0, 0, 300)],
          [of(1), of(1, null, 400 + i)],
        ],
        { at: 1000 * i },
      ),
    );
    expect(judge(two, samples)).toMatchObject(VERIFIED);
  });

  test('of which the driver says 0 bytes, or nothing, as those that translate PIDs do', () => {
    for (const bytes of [0, null])
      expect(judge(two, repeat([[of(0, bytes)], [of(1, bytes)]], [250, 500]))).toMatchObject(VERIFIED);
  });

  test('one of which ended between samples', () => {
    const samples = [...repeat(right, [250, 500]), sample([[of(0)], []], { at: 750, running: [0] })];
    expect(judge(two, samples)).toMatchObject(VERIFIED);
  });

  test('that close their GPU again, for good', () => {
    expect(judge(two, [...repeat(right, [250, 500]), ...repeat(empty, everySecond(600))])).toMatchObject(
      VERIFIED,
    );
  });

  test('when a GPU is lost and the driver counts the others again', () => {
    const three = plan({ ranks: [0, 1, 2] });
    const all = [[of(0, 8 * GIB)], [of(1, 8 * GIB)], [of(2, 8 * GIB)]];
    const fewer = (at: number) =>
      sample([[of(0, 8 * GIB)], [of(2, 8 * GIB)]], {
        at,
        gpus: [{}, { key: 'GPU-2', uuid: 'GPU-2' }],
      });
    const judged = judge(three, [...repeat(all, [250, 500]), fewer(750), fewer(1000), fewer(1250)]);
    expectDoubt(judged, 'partial', 'gpu-not-found 1');
    const baseline = sample([[], [], []]);
    expect(judge(three, [fewer(750), fewer(1000)], { baseline }).all).toEqual([]);
  });

  test('which share a GPU by plan', () => {
    const shared = plan({ ranks: [0, 0, 1, 1], visibility: 'isolated' });
    const on = [
      [of(0, 8 * GIB), of(1, 8 * GIB)],
      [of(2, 8 * GIB), of(3, 8 * GIB)],
    ];
    expect(judge(shared, repeat(on, [250, 500]))).toMatchObject(VERIFIED);
  });

  test('on MIG instances, known by UUID', () => {
    const uuids = ['MIG-a', 'MIG-b'];
    const mig = plan({
      ranks: [2, 3],
      gpus: [{}, {}, { uuid: 'MIG-a', parent: 0 }, { uuid: 'MIG-b', parent: 0 }],
    });
    const instances = uuids.map((uuid) => ({ uuid, key: uuid, name: uuid, index: null }));
    expect(judge(mig, repeat(right, [250, 500], { gpus: instances }))).toMatchObject(VERIFIED);
    const swapped = repeat([right[1] ?? [], right[0] ?? []], [250, 500], { gpus: instances });
    expect(judge(mig, swapped).all).toEqual(['stray-memory 0 MIG-b', 'stray-memory 1 MIG-a']);
  });

  test('whose GPUs the plan names by a beginning that several UUIDs have', () => {
    const short = plan({ ranks: [0, 1], gpus: [{ uuid: 'GPU' }, { uuid: 'GPU' }] });
    expect(judge(short, repeat(right, [250, 500]))).toMatchObject(VERIFIED);
    expect(judge(short, repeat([[of(0), of(1)], []], [250, 500])).all).toEqual(['stray-context 1 GPU 0']);
  });

  test('whose GPUs the plan names by UUID, in another order than the indices', () => {
    const named = plan({ ranks: [0, 1], gpus: [{ uuid: 'GPU-1' }, { uuid: 'GPU-0' }] });
    expect(judge(named, repeat([[of(1)], [of(0)]], [250, 500]))).toMatchObject(VERIFIED);
  });

  test('beside a CPU rank', () => {
    expect(judge(plan({ ranks: [0, null] }), repeat([[of(0)]], [250, 500]))).toMatchObject(VERIFIED);
  });

  test('that hold more by plan: another model, or another share of the batch', () => {
    const on = [[of(0, 60 * GIB)], [of(1, 20 * GIB)]];
    const models = plan({ ranks: [0, 1], gpus: [{ model: 'H100' }, { model: 'A100' }] });
    const shares = plan({ ranks: [0, 1], shares: [48, 16] });
    for (const uneven of [models, shares])
      expect(judge(uneven, repeat(on, everySecond(9)))).toMatchObject(VERIFIED);
  });
});

describe('a stray', () => {
  const strayed = (bytes: number | null) => [[of(0, 8 * GIB), of(1, bytes)], [of(1, 8 * GIB)]];

  test('is a context where it is small, memory where it is not', () => {
    const small = judge(two, repeat(strayed(300 * MIB), [250, 500]));
    expect(small).toMatchObject({ verdict: 'misplaced', told: ['stray-context 1 GPU 0'], reasons: [] });
    const [finding] = small.evidence.findings.values();
    expect(finding).toMatchObject({
      severity: 'error',
      bytes: 300 * MIB,
      pids: [101],
      others: [0],
      uuid: 'GPU-0',
    });
    expect(finding?.help).toContain('torch.cuda.set_device');
    expect(judge(two, repeat(strayed(2 * GIB), [250, 500])).told).toEqual(['stray-memory 1 GPU 0']);
    expect(judge(two, repeat(strayed(null), [250, 500])).told).toEqual(['stray-context 1 GPU 0']);
  });

  test('is told once, and again when it grows', () => {
    const samples = [...repeat(strayed(300 * MIB), [1, 2, 3]), ...repeat(strayed(4 * GIB), [4, 5, 6])];
    const { told, evidence } = judge(two, samples);
    expect(told).toEqual(['stray-context 1 GPU 0', 'stray-memory 1 GPU 0']);
    expect([...evidence.findings.values()]).toMatchObject([{ kind: 'stray-memory', bytes: 4 * GIB }]);
  });

  test.each([
    ['at the end', [...repeat(right, [1, 2]), sample(strayed(300 * MIB), { at: 3 })]],
    [
      'in between',
      [...repeat(right, [1, 2]), sample(strayed(300 * MIB), { at: 3 }), ...repeat(right, [4, 5])],
    ],
    ['at first', [sample(strayed(300 * MIB), { at: 1 }), ...repeat(right, [2, 3])]],
  ])('that one sample saw, %s, is not told, and nothing is called verified', (_when, samples) => {
    expectDoubt(judge(two, samples), 'partial', 'seen-once 1');
  });

  test('of two samples is none where the processes are not the same: PIDs are used again', () => {
    const samples = [
      sample([[of(0), of(1, 300 * MIB, 900, 5)], [of(1)]], { at: 1 }),
      sample([[of(0), of(1, 300 * MIB, 900, 6)], [of(1)]], { at: 2 }),
    ];
    expectDoubt(judge(two, samples), 'partial', 'seen-once 1');
  });

  test('may be on a GPU that the plan does not use', () => {
    expect(judge(two, repeat([[of(0)], [of(1)], [of(0, 5 * GIB, 150)]], [1, 2])).told).toEqual([
      'stray-memory 0 GPU 2',
    ]);
  });

  test('may be a CPU rank', () => {
    const judged = judge(plan({ ranks: [0, null] }), repeat([[of(0), of(1)]], [1, 2]));
    expect(judged.told).toEqual(['stray-context 1 GPU 0']);
    expect([...judged.evidence.findings.values()][0]?.help).toContain('CPU rank');
  });

  test('on a GPU of the plan that the driver does not know is none', () => {
    const lost = plan({ ranks: [0, 1], gpus: [{}, { uuid: 'GPU-elsewhere' }] });
    expectDoubt(judge(lost, repeat(right, [1, 2])), 'partial', 'gpu-not-found 1');
  });

  test('of every rank on GPU 0 is one of each but the owner', () => {
    const four = plan({ ranks: [0, 1, 2, 3] });
    const on = [[of(0), of(1), of(2), of(3)], [of(1)], [of(2)], [of(3)]];
    expect(judge(four, repeat(on, [1, 2, 3])).all).toEqual(
      [1, 2, 3].map((rank) => `stray-context ${rank} GPU 0`),
    );
  });
});

describe('two ranks on one GPU', () => {
  test('are told as such where one of them is not on its own', () => {
    const judged = judge(two, repeat([[of(0, 8 * GIB), of(1, 8 * GIB)], []], [1, 2]));
    expect(judged).toMatchObject({ verdict: 'misplaced', told: ['shared-gpu 1 GPU 0'] });
    expect([...judged.evidence.findings.values()]).toMatchObject([{ rank: 1, others: [0] }]);
    expect(judge(two, repeat([[of(0, 0), of(1, 0)], []], [1, 2])).told).toEqual(['shared-gpu 1 GPU 0']);
  });

  test('are two strays where they have changed places', () => {
    expect(judge(two, repeat([[of(1, 8 * GIB)], [of(0, 8 * GIB)]], [1, 2])).told).toEqual([
      'stray-memory 0 GPU 1',
      'stray-memory 1 GPU 0',
    ]);
  });

  test('begin as a stray context, while the second has not opened its own', () => {
    const samples = [...repeat([[of(0), of(1)], []], [1, 2]), ...repeat([[of(0), of(1)], [of(1)]], [3, 4])];
    expect(judge(two, samples).told).toEqual(['stray-context 1 GPU 0']);
  });
});

describe('where PIDs are not known to be ours', () => {
  test('nobody is accused, and nothing is verified', () => {
    const host = [[by(ABSENT, 40_001)], [by(ABSENT, 40_002)]];
    const judged = judge(two, repeat(host, [1, 2, 3]), { baseline: sample(empty) });
    expectDoubt(judged, 'unverified', 'pids-unknown', 'absent-process 0,1');
  });

  test('a PID that happens to be that of a rank accuses it of nothing', () => {
    const host = [[by(ABSENT, 40_001), of(1, 8 * GIB)], [by(ABSENT, 40_002)]];
    const judged = judge(two, repeat(host, everySecond(60)));
    expect(judged).toMatchObject({ verdict: 'unverified', all: [] });
    expect(codesOf(judged)).toContain('pids-unknown');
  });

  test('nor does it when the strange PIDs are gone', () => {
    const host = [[by(ABSENT, 40_001)], [by(ABSENT, 40_002)]];
    const chance = [[of(1, 8 * GIB)], []];
    const judged = judge(two, [...repeat(host, [1, 2]), ...repeat(chance, [3, 4, 5])]);
    expect(judged).toMatchObject({ verdict: 'unverified', all: [] });
  });

  test('a process that ended and left memory behind hides nothing, where a rank is at home', () => {
    const dead = by(ABSENT, 40_001);
    const before = sample([[dead], []]);
    const late = repeat([[dead], []], [1, 2]);
    const fine = [[dead, of(0)], [of(1)]];
    expect(judge(two, [...late, ...repeat(fine, [3, 4])], { baseline: before })).toMatchObject(VERIFIED);
    const stray = [[dead, of(0), of(1)], [of(1)]];
    expect(judge(two, [...late, ...repeat(stray, [3, 4])], { baseline: before })).toMatchObject({
      verdict: 'misplaced',
      all: ['stray-context 1 GPU 0'],
    });
  });

  test('a process that should be a rank’s, and has no CUDA, accuses nobody and verifies nothing', () => {
    const unproven = (rank: number) => by({ kind: 'unproven', rank }, 100 + rank);
    expect(codesOf(judge(two, repeat([[unproven(0)], [unproven(1)]], [1, 2])))).toEqual(['unproven 0,1']);
    const stray = judge(two, repeat([[of(0), unproven(1)], [of(1)]], [1, 2]));
    expectDoubt(stray, 'partial', 'unproven 1');
  });

  test('a process of the run that no rank is known for verifies nothing', () => {
    const judged = judge(two, repeat([[of(0), by({ kind: 'run' }, 77)], [of(1)]], [1, 2]));
    expectDoubt(judged, 'partial', 'unknown-process');
  });
});

describe('a rank that never opened its GPU', () => {
  const alone = [[of(0)], []];

  test('is told when it has ended, if others were on theirs for long', () => {
    const judged = judge(two, repeat(alone, everySecond(30)));
    expect(judged).toMatchObject({ verdict: 'misplaced', told: [], all: ['unopened-gpu 1 GPU 1'] });
  });

  test.each([
    ['the samples were few', repeat(alone, [1000, 20_000, 40_000]), {}],
    ['it was short', repeat(alone, everySecond(15)), {}],
    ['no other was on its GPU: all may be preparing', repeat(empty, everySecond(600)), {}],
    [
      'others opened theirs at the very end',
      [...repeat(empty, everySecond(600)), ...repeat(alone, [601_000, 602_000])],
      {},
    ],
    [
      'others were on theirs for a moment, long before',
      [...repeat(alone, [1000, 2000, 3000]), ...repeat(empty, everySecond(600))],
      {},
    ],
    ['others were elsewhere, too', repeat([[], [], [of(0)]], everySecond(60)), {}],
    ['it failed', repeat(alone, everySecond(60)), { end: { statuses: new Map([[1, 1]]) } }],
    ['it was ended', repeat(alone, everySecond(60)), { end: { statuses: new Map([[1, 143]]) } }],
    [
      'somebody is there who came with it, such as its container',
      repeat([[of(0)], [by(FOREIGN, 5000)]], everySecond(60)),
      { baseline: sample(empty) },
    ],
    [
      'MPS is there',
      repeat([[of(0)], [by({ kind: 'foreign', command: 'nvidia-cuda-mps' }, 9)]], everySecond(60)),
      {},
    ],
    ['the driver does not report', repeat([[of(0)], null], everySecond(60)), {}],
    [
      'the memory there grew',
      repeat(alone, everySecond(60), { used: [GIB, GIB] }),
      { baseline: sample(empty) },
    ],
  ])('is not, where %s', (_why, samples, options) => {
    const judged = judge(two, samples, options);
    expect(judged.all.filter((told) => told.startsWith('unopened'))).toEqual([]);
    expect(judged.verdict).not.toBe('verified');
    expect(judged.reasons.length).toBeGreaterThan(0);
  });
});

describe('a foreign process', () => {
  const on = [[of(0), by(FOREIGN, 5000)], [of(1)]];

  test('that came is a note', () => {
    const judged = judge(two, repeat(on, [1, 2, 3]), { baseline: sample(empty) });
    expect(judged).toMatchObject({ verdict: 'verified', told: ['foreign-process null GPU 0'] });
  });

  test('is none that serves MPS, and that comes with its first client', () => {
    const mps = { kind: 'foreign', command: 'nvidia-cuda-mps' } as const;
    const served = [
      [of(0), by(mps, 9)],
      [of(1), by(mps, 9)],
    ];
    expect(judge(two, repeat(served, [1, 2]), { baseline: sample(empty) })).toMatchObject(VERIFIED);
  });

  test('is none that was there before, that was seen once, or where nobody looked before', () => {
    expect(judge(two, repeat(on, [1, 2, 3]), { baseline: sample([[by(FOREIGN, 5000)], []]) }).told).toEqual(
      [],
    );
    const once = [...repeat(right, [1]), sample(on, { at: 2 }), ...repeat(right, [3])];
    expect(judge(two, once, { baseline: sample(empty) }).told).toEqual([]);
    expect(judge(two, repeat(on, [1, 2, 3])).told).toEqual([]);
  });
});

describe('what was not seen is said:', () => {
  test('no sample at all, or one only', () => {
    expectDoubt(judge(two, []), 'unverified', 'too-short');
    expectDoubt(judge(two, repeat(right, [250])), 'unverified', 'too-short 0,1');
  });

  test('why nobody looked any more', () => {
    const stopped = { code: 'driver-hangs', message: 'the driver did not answer' };
    expectDoubt(judge(two, [], { end: { stopped } }), 'unverified', 'driver-hangs');
    const late = judge(two, repeat(right, [250, 500]), { end: { stopped } });
    expectDoubt(late, 'partial', 'driver-hangs');
  });

  test('a GPU that does not tell its processes, where a rank may be as well', () => {
    expectDoubt(judge(two, repeat([...right, null], [250, 500])), 'partial', 'no-process-list');
  });

  test('GPUs of other vendors', () => {
    const amd = plan({ ranks: [0], gpus: [{ vendor: 'amd' }] });
    expectDoubt(judge(amd, []), 'unverified', 'other-vendor 0');
    const mixed = plan({ ranks: [0, 1], gpus: [{}, { vendor: 'amd' }] });
    expect(judge(mixed, repeat([[of(0)]], [1, 2])).verdict).toBe('partial');
    const both = plan({ ranks: [0, 1], gpus: [{ vendor: 'amd' }, {}] });
    expect(judge(both, repeat([[], [of(1)]], [1, 2])).evidence.homes).toEqual(
      new Map([[1, new Set(['GPU-1'])]]),
    );
  });

  test('a rank that was on its GPU in one sample', () => {
    const judged = judge(two, [sample(right, { at: 1 }), sample([[of(0)], []], { at: 2, running: [0] })]);
    expectDoubt(judged, 'partial', 'too-short 1');
  });
});
