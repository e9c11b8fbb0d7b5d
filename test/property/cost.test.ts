import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { estimateCost } from '../../src/review/estimate-cost.ts';
import { compileText, planOf } from '../compile-text.ts';
import { costNaively } from '../naive-cost.ts';
import { runs } from '../stage.ts';

/** Nodes that carry 12 ranks in most ways of sharing them out: sizes that divide are common. */
const nodes = fc
  .tuple(
    fc.array(fc.constantFrom(30, 50, 60, 98.7, 100), { minLength: 8, maxLength: 8 }),
    fc.constantFrom(0, 0, 0, 0.004),
    fc.constantFrom(0, 0, 0, 2),
  )
  .map(([scores, fixedSeconds, cpuRanks]) => [
    {
      hosts: 'a[1-3]',
      gpus: scores.map((score, index) => ({ index, score, ...(fixedSeconds === 0 ? {} : { fixedSeconds }) })),
      ...(cpuRanks === 0 ? {} : { cpuRanks, cpuSlot: { score: 10 } }),
    },
  ]);

const mapping = fc
  .tuple(
    fc.constantFrom('sequential', 'performance-ranked'),
    fc.constantFrom({}, { ranksPerGpu: 2 }, { ranksPerGpu: 3 }, { gpusPerRank: 2 }),
    fc.constantFrom({}, { exclude: ['a1:0'] }),
  )
  .map(([strategy, sharing, exclude]) => ({ strategy, worldSize: 12, ...sharing, ...exclude }));

const parallel = fc.constantFrom({}, { tp: 2 }, { cp: 2 }, { tp: 3 }, { tp: 2, order: 'tp-cp-ep-pp-dp' });

const stages = fc.record(
  {
    layers: fc.constantFrom(8, 13, [{ count: 3, cost: 0.4 }, { count: 9 }]),
    embedding: fc.constantFrom(0, 0.5),
    head: fc.constantFrom(0, 1.5),
  },
  { requiredKeys: ['layers'] },
);
const workload = fc.record({
  globalBatch: fc.constantFrom(48, 72, 90),
  shares: fc.constantFrom('equal', 'proportional', 'optimal'),
});

/** What divides the work: nothing, a batch, sizes, or layers too. */
const kinds = [
  fc.constant({}),
  workload.map((own) => ({ workload: own })),
  fc
    .tuple(parallel, fc.constantFrom(1, 2))
    .map(([sizes, pp]) => ({ launch: { parallel: { ...sizes, pp } } })),
  fc
    .tuple(parallel, fc.constantFrom(2, 2, 4), stages)
    .map(([sizes, pp, own]) => ({ launch: { parallel: { ...sizes, pp } }, stages: own })),
];
/** Two of one kind, or of any. */
const divisions = fc.oneof(
  fc.oneof(...kinds.map((kind) => fc.tuple(kind, kind))),
  fc.tuple(fc.oneof(...kinds), fc.oneof(...kinds)),
);

const topologyWith = (of: object, map: object, divided: object) => ({ nodes: of, mapping: map, ...divided });

const pairs = fc
  .tuple(nodes, mapping, fc.option(mapping), divisions)
  .map(([of, map, otherMap, [divided, otherDivided]]) => [
    topologyWith(of, map, divided),
    topologyWith(of, otherMap ?? map, otherDivided),
  ]);

const kindOf = ({ workload, stages, launch }: LaunchPlan): string =>
  workload !== null ? 'shares' : stages !== null ? 'stages' : launch.parallel === null ? 'ranks' : 'copies';

test('a step costs what a naive reader of the page reckons, whatever divides the work', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(pairs, (documents) => {
      const plans = documents.map((document) => compileText(document).plan);
      for (const plan of plans) {
        if (plan === null) continue;
        const [cost, naive] = [estimateCost(plan), costNaively(plan)];
        if (naive === null) expect(cost).toBeNull();
        else {
          expect(cost?.stepTime).toBeCloseTo(naive.stepTime, 9);
          expect(cost?.idleShare).toBeCloseTo(naive.idleShare, 6);
        }
      }
      const [old, next] = plans;
      if (!old || !next) return;
      const { compared } = diffPlans(old, next).consequences;
      const [before, after] = [costNaively(old), costNaively(next)];
      if (before === null || after === null) return;
      const isAlike = kindOf(old) === kindOf(next);
      const name = isAlike ? kindOf(old) : 'two kinds';
      seen.set(name, (seen.get(name) ?? 0) + 1);
      if (!isAlike) {
        expect(compared).toMatchObject({ stepTime: null, throughput: null });
        return;
      }
      expect(compared.stepTime).toBeCloseTo(after.stepTime / before.stepTime, 6);
      expect(compared.throughput).toBeCloseTo(
        after.batch / after.stepTime / (before.batch / before.stepTime),
        6,
      );
    }),
    { numRuns: runs(1000, 250) },
  );
  for (const kind of ['ranks', 'copies', 'stages', 'shares', 'two kinds'])
    expect(seen.get(kind), kind).toBeGreaterThan(runs(5));
});

describe('a division into copies of the model', () => {
  const cluster = (launch: object, more: object = {}) =>
    planOf(
      topologyWith(
        [{ hosts: 'a[1-4]', gpus: { count: 8, score: 100 } }],
        { strategy: 'sequential' },
        { launch, ...more },
      ),
    );
  const stages = { stages: { layers: 40 } };
  const parallel = (tp: number, pp: number) => ({ parallel: { tp, pp } });
  const deep = parallel(8, 4);
  const [whole, bare] = [cluster(deep, stages), cluster(deep)];
  const TWICE = /\+100\.0 %, throughput unchanged \(dp 1 → 2\)/;
  const alone = (key: string) => `step time not comparable (only one plan has ${key})`;
  test.each([
    ['half the stages are twice the copies', whole, cluster(parallel(8, 2), stages), TWICE],
    ['and without layers', bare, cluster(parallel(8, 2)), TWICE],
    ['narrower matrices are twice the copies', whole, cluster(parallel(4, 4), stages), TWICE],
    ['layers say what nobody said', bare, whole, alone('stages')],
    ['sizes say what nobody said', cluster({}), bare, alone('launch.parallel')],
  ])('%s', (_, old, next, verdict) => {
    expect(diffPlans(old, next).headline).toMatch(verdict);
  });
});
