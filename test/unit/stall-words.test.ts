import { expect, test } from 'vitest';
import { wordStall } from '../../src/runtime/hosts/stall-words.ts';
import type { RankEvidence } from '../../src/runtime/stall/judge-stall.ts';

const rank = (number: number): RankEvidence => ({
  ...{ rank: number, state: 'runs', about: 7, isBusy: false, hasJoined: false },
  ...{ position: null, isOfAll: false, waits: null, where: null },
});
const say = (ranks: readonly RankEvidence[]): string =>
  wordStall(
    { kind: 'silent', ranks },
    { lastedMs: 15_000, hostOf: () => null, port: 29500, hasStacks: true },
  );

test('of ranks that do nothing, those are named that still run', () => {
  const begin = 'rankplan: no rank has done anything for 15 s: no CPU time, nothing read or written;';
  expect(say([rank(1)])).toBe(`${begin} rank 1 still runs\n`);
  expect(say([rank(0), rank(2)])).toBe(`${begin} ranks 0, 2 still run\n`);
});
