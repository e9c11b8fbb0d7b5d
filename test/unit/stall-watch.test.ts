import { describe, expect, test } from 'vitest';
import { type MainStack, readStack } from '../../src/runtime/stall/read-stack.ts';
import { readTrace } from '../../src/runtime/stall/read-trace.ts';
import { type RankUse, readUse } from '../../src/runtime/stall/samples.ts';
import { createRankTracker } from '../../src/runtime/stall/track-ranks.ts';
import { createStallWatch, type StallStep } from '../../src/runtime/stall/watch-stall.ts';

const SECOND = 1000;
const IDLE: RankUse = { state: 'S', about: 1, cpuMs: 0, bytes: 0, isJoined: true };
const stackOf = (waits: boolean): MainStack => ({
  ...{ where: 'f, x.py:1', waits, isBackward: waits, text: `${waits}` },
});
const trace = (count: number) => ({
  ...{ position: { count, kind: 'all_reduce', sizes: '[[1]]' }, newest: `${count}`, isOfAll: true },
});

/** Two ranks; what each does is a function of the second. Looks every 5 s, counts every 15 s, a stall after 60 s. */
function watchFor(
  seconds: number,
  does: (rank: number, second: number) => { use?: Partial<RankUse>; count?: number; waits?: boolean },
  hasStacks = true,
  asleep: readonly [from: number, to: number] = [0, 0],
) {
  const settings = {
    rankCount: 2,
    hasCounts: hasStacks,
    stallAfterMs: 60 * SECOND,
    lookMs: 5 * SECOND,
    countsMs: 15 * SECOND,
  };
  const tracker = createRankTracker(settings);
  const watch = createStallWatch(tracker, { stallAfterMs: 60 * SECOND, hasStacks });
  const events: [second: number, what: string][] = [];
  const note = (second: number, { verdict, resolved }: StallStep): void => {
    if (resolved !== null) events.push([second, `not ${resolved.kind}`]);
    if (verdict !== null) events.push([second, verdict.kind]);
  };
  for (let second = 0; second <= seconds; second += 5) {
    const now = second * SECOND;
    if (second > asleep[0] && second < asleep[1]) continue;
    if (second > 0 && second === asleep[1]) tracker.forgetTimes(now); // as hosts/watch-ranks.ts does
    for (const rank of [0, 1]) {
      const { use = {}, count } = does(rank, second);
      tracker.takeUse(rank, { ...IDLE, ...use }, now);
      if (count !== undefined && second % 15 === 0) tracker.takeTrace(rank, trace(count), now);
    }
    const step = watch.look(now);
    note(second, step);
    if (!step.wantsStacks) continue;
    const stacks = new Map([0, 1].map((rank) => [rank, stackOf(does(rank, second).waits ?? false)]));
    watch.takeStacks(stacks, [0, 1], now);
    note(second, watch.look(now));
  }
  return events;
}

describe('a watch', () => {
  test('says a stall once, again at twice its time, and takes it back', () => {
    const events = watchFor(400, (rank, second) => {
      const count = second < 100 ? second : second < 300 ? 100 - rank : second;
      return { count, waits: rank === 0 };
    });
    expect(events.map(([, what]) => what)).toEqual(['behind', 'behind', 'not behind']);
    const [[first], [again], [end]] = events as [[number, string], [number, string], [number, string]];
    expect(first - 105).toBeGreaterThanOrEqual(60);
    expect(first - 105).toBeLessThanOrEqual(90);
    expect(again - 105).toBeGreaterThanOrEqual(2 * (first - 105));
    expect(end).toBe(300);
  });

  test('waits for five times the longest pause that ended well', () => {
    const slow = (second: number): number => Math.floor(second / 55);
    const events = watchFor(560, (rank, second) => ({
      count: second < 330 ? slow(second) : 9 - rank,
      waits: rank === 0,
    }));
    expect(events.length).toBe(1);
    expect(events[0]?.[0]).toBeGreaterThan(330 + 120);
  });

  test('says nothing of ranks that enter collectives, however long', () => {
    expect(watchFor(1000, (_, second) => ({ count: second, waits: true }))).toEqual([]);
  });

  test('says nothing of ranks that work and begin no collective', () => {
    expect(watchFor(500, (_, second) => ({ use: { cpuMs: second * SECOND } }))).toEqual([]);
    expect(watchFor(500, () => ({}))).not.toEqual([]);
  });

  test.each([
    ['wait', 0, ['together']],
    ['compute', SECOND, []],
  ])('ranks that %s in the autograd engine', (_, share, events) => {
    const does = (_rank: number, second: number) => ({
      count: 7,
      waits: true,
      use: { cpuMs: share * second },
    });
    expect(watchFor(115, does).map(([, what]) => what)).toEqual(events);
  });

  test('of states: nothing is done, until something is', () => {
    const events = watchFor(200, (_, second) => ({ use: { bytes: second < 150 ? 0 : second } }), false);
    expect(events).toEqual([
      [60, 'silent'],
      [120, 'silent'],
      [150, 'not silent'],
    ]);
  });

  test('of states: a rank that works and one that waits are no stall', () => {
    expect(watchFor(300, (rank, second) => ({ use: { cpuMs: rank * second * SECOND } }), false)).toEqual([]);
  });

  test.each(['S', 'T'])(
    'of states: no time counts in which the launcher itself was stopped (%s)',
    (state) => {
      const does = () => ({ use: { state } });
      expect(watchFor(255, does, false, [20, 200])).toEqual([]);
      expect(watchFor(255, does, false)).not.toEqual([]);
    },
  );

  test('of states: one has not joined, and joins', () => {
    const joins = (rank: number, second: number) => ({
      use: { isJoined: rank === 0 || second >= 100, cpuMs: second * SECOND },
    });
    expect(watchFor(200, joins, false)).toEqual([
      [60, 'absent'],
      [100, 'not absent'],
    ]);
  });

  test('of states: one whose connections cannot be seen is not called absent', () => {
    const hides = (rank: number, second: number) => ({
      use: { isJoined: rank === 0 ? true : null, cpuMs: second * SECOND },
    });
    expect(watchFor(200, hides, false)).toEqual([]);
  });

  test.each([
    ['that is stopped, while another process of it works', 'T', 1, 'halted'],
    ['asleep in the kernel', 'D', 0, 'halted'],
    ['that reads so much that a process of it is always asleep in the kernel', 'D', 1, null],
  ])('of states: a rank %s', (_, state, share, says) => {
    const does = (rank: number, second: number) => {
      const isOdd = rank === 1 && second >= 50;
      const worked = isOdd ? 45 + share * (second - 45) : second;
      return { use: { state: isOdd ? state : 'S', cpuMs: worked * SECOND } };
    };
    expect(watchFor(115, does, false)).toEqual(says === null ? [] : [[110, says]]);
  });
});

describe('what a guard answers', () => {
  test.each([
    ['S 12 340 5600 1', { state: 'S', about: 12, cpuMs: 340, bytes: 5600, isJoined: true }],
    ['T 12 0 -1 0', { state: 'T', about: 12, cpuMs: 0, bytes: null, isJoined: false }],
    ['S 12 0 -1 ?', { state: 'S', about: 12, cpuMs: 0, bytes: null, isJoined: null }],
    ['', null],
    ['S 12 340', null],
    ['S x 1 2 1', null],
  ])('%j of a process', (text, use) => expect(readUse(text)).toEqual(use));

  const entry = (record: number, group: string, more = '') =>
    `{"collective_seq_id":${record + 1},"input_sizes":[[10]],"is_p2p":false,"process_group":["0","${group}"],"profiling_name":"gloo:all_reduce","record_id":${record}${more}}`;

  test('the end of counts, of which the beginning is cut off', () => {
    const tail = `e":"gloo:x"},${entry(7, 'default_pg')},${entry(8, 'tp')}],"pg_config":{},"pg_status":{},"version":"2.10"}`;
    expect(readTrace(tail)).toEqual({
      ...{ newest: '8', isOfAll: false },
      position: { count: 8, kind: 'all_reduce', sizes: '[[10]]' },
    });
  });

  test.each(['', '{"entries":[],"pg_config":{}}', '{"collective_seq_id":', '[]'])('no counts: %j', (text) =>
    expect(readTrace(text)).toBeNull(),
  );

  const stack = (...frames: readonly string[]) =>
    `Current thread 0x00007f (most recent call first):\n  <no Python frame>\n\nThread 0x00007e (most recent call first):\n${frames
      .map((frame) => `  File "${frame.replace(/:(\d+) /, '", line $1 in ')}\n`)
      .join('')}`;
  const TORCH = '/v/lib/python3.11/site-packages/torch';

  test.each([
    ['a collective', [`${TORCH}/distributed/distributed_c10d.py:3252 all_reduce`, '/w/t.py:9 main'], true],
    [
      'a decorated one',
      [`${TORCH}/utils/_contextlib.py:1 f`, `${TORCH}/distributed/c10d_logger.py:8 wrapper`],
      true,
    ],
    ['the engine of DDP', [`${TORCH}/autograd/graph.py:800 _engine_run_backward`, '/w/t.py:9 main'], true],
    ['a wait for the GPU', [`${TORCH}/cuda/__init__.py:1000 synchronize`, '/w/t.py:9 main'], true],
    ['code of its own', ['/w/t.py:9 load', '/w/t.py:12 main'], false],
    ['a checkpoint', [`${TORCH}/distributed/checkpoint/filesystem.py:7 write`, '/w/t.py:9 save'], false],
    ['a layer', [`${TORCH}/nn/modules/linear.py:7 forward`, '/w/t.py:9 step'], false],
  ])('the stack of %s', (_, frames, waits) => expect(readStack(stack(...frames))?.waits).toBe(waits));

  test('a stack, by the line of the user and the innermost one', () => {
    const found = readStack(
      stack(`${TORCH}/distributed/distributed_c10d.py:3252 all_reduce`, '/w/train.py:9 main'),
    );
    expect(found?.where).toBe('main, train.py:9, in all_reduce, distributed_c10d.py:3252');
    expect(readStack('Current thread 0x1 (most recent call first):\n  <no Python frame>\n')).toBeNull();
  });
});
