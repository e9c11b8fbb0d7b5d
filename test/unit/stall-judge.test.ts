import { describe, expect, test } from 'vitest';
import { wordResolved, wordStall } from '../../src/runtime/hosts/stall-words.ts';
import { judgeStall, type RankEvidence, type Since } from '../../src/runtime/stall/judge-stall.ts';

/** A rank in the sixth all_reduce, which waits. */
const inside = (rank: number, more: Partial<RankEvidence> = {}): RankEvidence => ({
  ...{ rank, state: 'runs', about: 100 + rank, isBusy: false, hasJoined: true },
  ...{ position: { count: 6, kind: 'all_reduce', sizes: '[[8]]' }, isOfAll: true },
  ...{ waits: true, where: 'step, train.py:9, in all_reduce, distributed_c10d.py:3252' },
  ...more,
});
/** One that is still before it. */
const outside = (rank: number, more: Partial<RankEvidence> = {}): RankEvidence =>
  inside(rank, {
    ...{ position: { count: 5, kind: 'all_reduce', sizes: '[[8]]' } },
    ...{ waits: false, where: 'load_data, train.py:4' },
    ...more,
  });
const position = (count: number, kind: string, sizes = '[[8]]') => ({ position: { count, kind, sizes } });

const NEVER: Since = { collectives: null, joining: null, halt: null, work: null };
const QUIET = { collectives: 1 };

const scene = { lastedMs: 61_000, hostOf: () => null, port: 29_500, hasStacks: true };
const say = (ranks: readonly RankEvidence[], since: Partial<Since>, hasEnded = false): string | null => {
  const verdict = judgeStall({ ranks, hasEnded, since: { ...NEVER, ...since } });
  return verdict === null ? null : wordStall(verdict, scene);
};

const INNOCENT: Readonly<Record<string, readonly [readonly RankEvidence[], Partial<Since>]>> = {
  'nothing stands still': [[inside(0), outside(1)], {}],
  'no rank waits: all compile their first step': [[0, 1, 2].map((rank) => outside(rank)), QUIET],
  'all wait in subgroups, whose names gloo shares': [
    [0, 1].map((rank) => inside(rank, { isOfAll: false })),
    QUIET,
  ],
  'all wait, and one has no counts': [[inside(0), inside(1, { position: null })], QUIET],
  'one that is outside has gone past those that wait': [
    [inside(0), inside(1), outside(2, position(9, 'all_reduce'))],
    QUIET,
  ],
  'most are outside: those inside may be the strange ones': [[inside(0), outside(1), outside(2)], QUIET],
  'all have joined, and work before the first collective': [[outside(0), outside(1)], { joining: 1 }],
};

const STALLED: Readonly<Record<string, readonly [readonly RankEvidence[], Partial<Since>, string]>> = {
  'one does nothing': [
    [inside(0), outside(1), inside(2)],
    QUIET,
    `rankplan: 2 ranks have waited in all_reduce #6 for 61 s; rank 1 is not there yet
  rank 1 does nothing, last in all_reduce #5: load_data, train.py:4
`,
  ],
  'one is busy': [
    [inside(0), outside(1, { isBusy: true })],
    QUIET,
    `rankplan: 1 rank has waited in all_reduce #6 for 61 s; rank 1 is busy elsewhere
  rank 1 is busy, last in all_reduce #5: load_data, train.py:4
`,
  ],
  'one is stopped, so nothing of it is known': [
    [inside(0), outside(1, { state: 'stopped', position: null, waits: null, where: null })],
    QUIET,
    `rankplan: 1 rank has waited in all_reduce #6 for 61 s; rank 1 is not there yet
  rank 1 is stopped (process 101); its stack is not known
`,
  ],
  'those that wait for their GPU show the line of the user, and use a core': [
    [0, 1, 2].map((rank) => inside(rank, { waits: false, isBusy: true })).concat(outside(3)),
    QUIET,
    `rankplan: 3 ranks have waited in all_reduce #6 for 61 s; rank 3 is not there yet
  rank 3 does nothing, last in all_reduce #5: load_data, train.py:4
`,
  ],
  'a subgroup waits for one': [
    [inside(0, { position: null }), inside(1, { position: null }), outside(2, { position: null })],
    QUIET,
    `rankplan: 2 ranks have waited for 61 s; rank 2 is not there yet
  rank 2 does nothing: load_data, train.py:4
`,
  ],
  'the next stage of a pipeline is in recv, after the last collective of all': [
    [outside(0, { isBusy: true }), inside(1, position(5, 'all_reduce'))],
    QUIET,
    `rankplan: 1 rank has waited for 61 s; rank 0 is busy elsewhere
  rank 0 is busy, last in all_reduce #5: load_data, train.py:4
`,
  ],
  'all are in the same collective': [
    [inside(0), inside(1)],
    QUIET,
    'rankplan: all 2 ranks have been in all_reduce #6 for 61 s: no rank is behind, so look at the network between them, or at the library\n',
  ],
  'other kinds': [
    [inside(0), inside(1, position(6, 'broadcast')), inside(2)],
    QUIET,
    `rankplan: for 61 s ranks have been in collectives that do not match; which of them is right is not known
  ranks 0, 2: all_reduce #6 of [[8]]
  rank 1: broadcast #6 of [[8]]
`,
  ],
  'one has not joined': [
    [inside(0), outside(1, { hasJoined: false, position: null, where: 'main, train.py:1' })],
    { joining: 1 },
    `rankplan: rank 1 has not joined: no connection to rank 0's port 29500, and 1 rank has had one for 61 s
  rank 1 does nothing: main, train.py:1
`,
  ],
  'the program expects more ranks': [
    [0, 1].map((rank) => inside(rank, { position: null })),
    { joining: 1 },
    `rankplan: all 2 ranks have waited for 61 s and entered no collective: does the program expect more ranks than the plan has (WORLD_SIZE)?
  ranks 0, 1: step, train.py:9, in all_reduce, distributed_c10d.py:3252
`,
  ],
  'one is stopped, and no counts are known': [
    [outside(0, { state: 'stopped' }), outside(1)],
    { halt: 1 },
    'rankplan: rank 0 is stopped (process 100) for 61 s: `kill -CONT 100` lets it go on\n',
  ],
  'one sleeps in the kernel': [
    [outside(0), outside(1, { state: 'disk' })],
    { halt: 1 },
    'rankplan: rank 1 is asleep in the kernel (process 101, state D) for 61 s: it waits for a disk or a file system (`cat /proc/101/wchan`)\n',
  ],
  'nothing is done': [
    [0, 1].map((rank) => outside(rank, { position: null, where: null })),
    { work: 1 },
    'rankplan: no rank has done anything for 61 s: no CPU time, nothing read or written; ranks 0, 1 still run\n',
  ],
};

describe('what is said of ranks', () => {
  test.each(Object.entries(INNOCENT))('nothing: %s', (_, [ranks, since]) =>
    expect(say(ranks, since)).toBeNull(),
  );

  test.each(Object.entries(STALLED))('%s', (_, [ranks, since, said]) => expect(say(ranks, since)).toBe(said));

  test('nothing about collectives when a rank has ended: others may wait for it', () => {
    expect(say([inside(0), outside(1)], QUIET, true)).toBeNull();
  });

  test('of many ranks the first ones, and how many more', () => {
    const ranks = [
      ...Array.from({ length: 20 }, (_, rank) => inside(rank)),
      ...[20, 21, 22, 23, 24, 25].map((rank) => outside(rank)),
    ];
    expect(say(ranks, QUIET)?.split('\n').at(-2)).toBe('  and 2 more ranks');
  });

  test('when they go on', () => {
    const ranks = [inside(0), outside(1)];
    const verdict = judgeStall({ ranks, hasEnded: false, since: { ...NEVER, ...QUIET } });
    if (verdict === null) throw new Error('there is a verdict');
    expect(wordResolved(verdict, 94_200)).toBe('rankplan: rank 1 went on after 94 s\n');
  });
});
