import { describe, expect, test } from 'vitest';
import {
  choosePairs,
  type Dialled,
  type FailedPair,
  groupFailures,
} from '../../src/runtime/reach/judge-pairs.ts';

const MASTER = 'master:29500';

/** All that `count` hosts try, rank 0 being on the first. */
const triedBy = (count: number): readonly Dialled[] => [
  ...Array.from({ length: count }, (_, from) => ({ from, to: 0, target: MASTER })),
  ...choosePairs(count).map((pair) => ({ ...pair, target: `${pair.to}:1` })),
];

const groupsOf = (count: number, fails: (dialled: Dialled) => boolean) => {
  const tried = triedBy(count);
  const failed = tried.filter(fails).map((dialled): FailedPair => ({ ...dialled, problem: 'silent' }));
  return groupFailures(failed, tried).map(({ kind, host, others }) => ({ kind, host, others }));
};

describe('pairs', () => {
  test.each([2, 3, 4, 5, 8, 9, 64, 1000])('of %d hosts span them, and each is dialled by others', (count) => {
    const pairs = choosePairs(count);
    expect(pairs.length).toBeLessThanOrEqual(2 * count);
    expect(new Set(pairs.map(({ from, to }) => `${from} ${to}`)).size).toBe(pairs.length);
    expect(pairs.filter(({ from, to }) => from === to)).toEqual([]);
    const reached = new Set([0]);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const { from, to } of pairs) if (reached.has(from)) reached.add(to);
    }
    expect(reached.size).toBe(count);
    const partners = pairs.filter(({ to }) => to === count - 1).map(({ from }) => from);
    expect(new Set(partners).size).toBe(count > 3 ? 2 : 1);
  });

  test('one host has none', () => {
    expect(choosePairs(1)).toEqual([]);
  });
});

describe('what is said of failures', () => {
  test('nothing, where there are none', () => {
    expect(groupsOf(5, () => false)).toEqual([]);
  });

  test.each([0, 1, 3, 7])('host %d of 8 that nobody reaches is named', (host) => {
    const groups = groupsOf(8, ({ from, to }) => to === host && from !== host);
    expect(groups).toEqual([expect.objectContaining({ kind: 'to', host })]);
  });

  test.each([1, 3, 7])('host %d of 8 that reaches nobody is named', (host) => {
    const groups = groupsOf(8, ({ from, to }) => from === host && to !== host);
    expect(groups).toEqual([expect.objectContaining({ kind: 'from', host })]);
  });

  test("the pairs alone, where only rank 0's port is shut", () => {
    expect(groupsOf(4, ({ from, target }) => target === MASTER && from !== 0)).toEqual([
      { kind: 'pair', host: 0, others: [1, 2, 3] },
    ]);
  });

  test('the pair alone, where one host shuts out one other', () => {
    expect(groupsOf(8, ({ from, to }) => from === 3 && to === 4)).toEqual([
      { kind: 'pair', host: 4, others: [3] },
    ]);
  });

  test('no host, where two hosts do not reach each other', () => {
    expect(groupsOf(2, ({ from, to }) => from !== to)).not.toContainEqual(
      expect.objectContaining({ kind: 'to' }),
    );
  });

  test('no host, where the network is in two halves', () => {
    const half = (host: number): boolean => host < 4;
    const groups = groupsOf(8, ({ from, to }) => half(from) !== half(to));
    expect(groups.filter(({ kind }) => kind !== 'pair')).toEqual([]);
  });

  test('each of two hosts that are shut', () => {
    const shut = [2, 5];
    const groups = groupsOf(8, ({ from, to }) => shut.includes(to) && from !== to);
    expect(groups.map(({ kind, host }) => [kind, host])).toEqual(shut.map((host) => ['to', host]));
  });

  test('all that failed is said of somebody, whatever fails', () => {
    let seed = 1;
    const random = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 500; round++) {
      const count = 2 + Math.floor(random() * 9);
      const share = random();
      const tried = triedBy(count);
      const failed = tried
        .filter(({ from, to }) => from !== to && random() < share)
        .map((dialled): FailedPair => ({ ...dialled, problem: 'refused' }));
      const said = groupFailures(failed, tried);
      const isSaid = ({ from, to }: Dialled): boolean =>
        said.some(({ kind, host, others }) =>
          kind === 'from' ? host === from : host === to && others.includes(from),
        );
      expect(failed.every(isSaid)).toBe(true);
      for (const { kind, host, others } of said) {
        if (kind === 'pair') continue;
        expect(others.length).toBeGreaterThanOrEqual(2);
        const own = tried.filter((dialled) => dialled[kind] === host && dialled.from !== dialled.to);
        expect(
          own.every((dialled) =>
            failed.some((one) => one.target === dialled.target && one.from === dialled.from),
          ),
        ).toBe(true);
      }
    }
  });
});
