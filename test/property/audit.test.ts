import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sample, SeenProcess } from '../../src/runtime/audit/sample.ts';
import { runs } from '../stage.ts';
import { ABSENT, by, FOREIGN, GIB, judge, of, plan, sample } from '../unit/audit-fixture.ts';

const RANKS = 3;
const GPUS = 4;

/** The GPU or GPUs of each rank. */
type Own = readonly (number | readonly number[] | null)[];

/** Plans of three ranks on four GPUs: with one each, and with several. */
const PLANS: readonly Own[] = [
  [0, 1, 2],
  [[0, 1], 2, 3],
  [[3, 0], [1, 2], null],
];

const isOwn = (own: Own, rank: number, index: number): boolean => [own[rank] ?? []].flat().includes(index);
const hasGpu = (own: Own, rank: number): boolean => own[rank] !== null;

/** Few PIDs and starts, so that they meet again. */
const process = fc
  .record({
    kind: fc.constantFrom('rank', 'rank', 'rank', 'rank', 'foreign', 'absent', 'run', 'unproven'),
    rank: fc.nat(RANKS - 1),
    pid: fc.integer({ min: 100, max: 103 }),
    start: fc.nat(1),
    bytes: fc.constantFrom(null, 0, GIB / 4, 4 * GIB),
  })
  .map(({ kind, rank, pid, start, bytes }): SeenProcess => {
    if (kind === 'rank') return of(rank, bytes, pid, start);
    if (kind === 'foreign') return by(FOREIGN, pid, bytes, start);
    if (kind === 'absent') return by(ABSENT, 900 + pid, bytes);
    return by(kind === 'run' ? { kind: 'run' } : { kind: 'unproven', rank }, pid, bytes, start);
  });

const GPU_NUMBERS = Array.from({ length: GPUS }, (_, index) => index);

/** The ranks that are at home on a GPU. */
const atHome = (own: Own, index: number): readonly SeenProcess[] =>
  [0, 1, 2].filter((rank) => isOwn(own, rank, index)).map((rank) => of(rank, GIB));

/** Mostly ranks at home; one that has several GPUs may be on one of them only. */
const gpu = (own: Own, index: number) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(atHome(own, index)) },
    { weight: 2, arbitrary: fc.constant([] as readonly SeenProcess[]) },
    { weight: 3, arbitrary: fc.array(process, { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  );

const row = (own: Own) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(GPU_NUMBERS.map((index) => atHome(own, index))) },
    { weight: 1, arbitrary: fc.tuple(...GPU_NUMBERS.map((index) => gpu(own, index))) },
  );

/** What is seen once is often seen again. */
const samplesOf = (own: Own) =>
  fc
    .array(fc.tuple(row(own), fc.integer({ min: 1, max: 2 })), { maxLength: 4 })
    .map((rows) => rows.flatMap(([on, times]) => Array.from({ length: times }, () => on)))
    .map((rows) => rows.map((on, i) => sample(on, { at: 1000 * i, running: [0, 1, 2] })));

const identify = ({ pid, start }: SeenProcess): string => `${pid}@${start}`;
const ofRank = (one: Sample, rank: number, index: number): readonly string[] =>
  (one.gpus[index]?.processes ?? [])
    .filter(({ owner }) => owner.kind === 'rank' && owner.rank === rank)
    .map(identify);
const has = (one: Sample, kind: string): boolean =>
  one.gpus.some(({ processes }) => processes?.some(({ owner }) => owner.kind === kind));
const absent = (one: Sample): readonly number[] =>
  one.gpus.flatMap(({ processes }) =>
    (processes ?? []).filter(({ owner }) => owner.kind === 'absent').map(({ pid }) => pid),
  );

type Pair = readonly [Sample, Sample];

const isBoth = ([first, second]: Pair, rank: number, index: number): boolean =>
  ofRank(second, rank, index).some((identity) => ofRank(first, rank, index).includes(identity));

/** Whether it is so on any of the rank's GPUs. */
const isEverHome = (own: Own, rank: number, isThere: (index: number) => boolean): boolean =>
  GPU_NUMBERS.some((index) => isOwn(own, rank, index) && isThere(index));

/** Once PIDs were strange, two samples say nothing, until a rank is seen at home: that proves them for good. */
function listTrusted(
  own: Own,
  all: readonly Sample[],
): {
  readonly pairs: readonly Pair[];
  readonly arePidsStrange: boolean;
} {
  let [wasStrange, isProven] = [false, false];
  const pairs = all
    .slice(1)
    .map((second, i): Pair => [all[i] as Sample, second])
    .filter((pair) => {
      const [first, second] = pair;
      wasStrange ||= absent(second).some((pid) => absent(first).includes(pid));
      isProven ||= [0, 1, 2].some((rank) => isEverHome(own, rank, (index) => isBoth(pair, rank, index)));
      return isProven || !wasStrange;
    });
  return { pairs, arePidsStrange: wasStrange && !isProven };
}

/** The rules once more, as plainly as they can be said. */
function judgeNaively(own: Own, all: readonly Sample[]) {
  const { pairs, arePidsStrange } = listTrusted(own, all);
  const lasts = (rank: number, index: number) => pairs.some((pair) => isBoth(pair, rank, index));
  const strays: string[] = [];
  for (let rank = 0; rank < RANKS; rank++)
    for (let index = 0; index < GPUS; index++)
      if (!isOwn(own, rank, index) && lasts(rank, index)) strays.push(`${rank} GPU ${index}`);
  const isSeenAway = (rank: number) =>
    all.some((one) =>
      one.gpus.some((_, index) => !isOwn(own, rank, index) && ofRank(one, rank, index).length > 0),
    );
  const isUnprovenAway = (rank: number) =>
    all.some((one) =>
      one.gpus.some(({ processes }, index) =>
        processes?.some(
          ({ owner }) => !isOwn(own, rank, index) && owner.kind === 'unproven' && owner.rank === rank,
        ),
      ),
    );
  const isDoubtful =
    arePidsStrange ||
    all.some((one) => has(one, 'run') || one.gpus.some(({ processes }) => processes === null));
  const isVerified =
    strays.length === 0 &&
    !isDoubtful &&
    [0, 1, 2].every(
      (rank) =>
        (!hasGpu(own, rank) || isEverHome(own, rank, (index) => lasts(rank, index))) &&
        !isSeenAway(rank) &&
        !isUnprovenAway(rank),
    );
  return { strays, isVerified };
}

test.each(PLANS.map((own) => ({ own })))(
  'exactly what two samples in a row agree on is an accusation, and nothing else is verified: $own',
  ({ own }) => {
    const audited = plan({ ranks: own, gpus: GPU_NUMBERS.map(() => ({})) });
    let verified = 0;
    let accused = 0;
    fc.assert(
      fc.property(samplesOf(own), (all) => {
        const { verdict, evidence, told } = judge(audited, all);
        const expected = judgeNaively(own, all);
        const strays = [...evidence.findings.values()]
          .filter(({ severity }) => severity === 'error')
          .map(({ rank, gpu: name }) => `${rank} ${name}`);
        expect([...strays].sort()).toEqual(expected.strays);
        expect(verdict === 'misplaced').toBe(expected.strays.length > 0);
        expect(verdict === 'verified').toBe(expected.isVerified);
        expect(told.length).toBeGreaterThanOrEqual(strays.length);
        verified += Number(verdict === 'verified');
        accused += Number(verdict === 'misplaced');
      }),
      { numRuns: runs(2000, 400) }, // one in twenty accuses
    );
    expect(Math.min(verified, accused)).toBeGreaterThan(runs(20));
  },
);
