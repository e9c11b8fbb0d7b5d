import { describe, expect, test } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { planOf } from '../compile-text.ts';

/* What a verdict says of ranks that talk to each other. */

const cluster = (hosts: string, count: number, more: object = {}, domains: readonly object[] = [{}]) =>
  planOf({
    nodes: domains.map((domain, i) => ({
      hosts: domains.length === 1 ? hosts : `${hosts}${i + 1}`,
      gpus: { count, score: 100 },
      ...domain,
    })),
    ...more,
  });

const ranked = { mapping: { strategy: 'performance-ranked' } };
const cyclic = { mapping: { strategy: 'sequential', order: 'cyclic' } };
const tp = (size: number) => ({ launch: { parallel: { tp: size } } });
const racks = (...names: readonly string[]) => names.map((rack) => ({ domain: { rack } }));
const listed = { mapping: { strategy: 'explicit', ranks: ['a[1-4]:0-1'] } }; // else racks decide the order
const inRacks = (...names: readonly string[]) =>
  cluster('a', 2, names.length === 4 ? listed : {}, racks(...names));

const CASES: readonly (readonly [string, LaunchPlan, LaunchPlan, string | null])[] = [
  [
    'cyclic on 60 nodes',
    cluster('a[1-60]', 8, ranked),
    cluster('a[1-60]', 8, cyclic),
    '60 of 60 blocks of 8 ranks newly span nodes',
  ],
  [
    'and back',
    cluster('a[1-60]', 8, cyclic),
    cluster('a[1-60]', 8, ranked),
    '60 of 60 blocks of 8 ranks no longer span nodes',
  ],
  [
    'larger groups',
    cluster('a[1-4]', 4, tp(4)),
    cluster('a[1-4]', 4, tp(8)),
    'tp groups that span nodes: 0 → 2 of 2; dp groups that span nodes: 4 → 8 of 8; communication: launch.parallel.tp, launch.parallel.dp',
  ],
  [
    'groups that nobody named before',
    cluster('a[1-4]', 4),
    cluster('a[1-4]', 4, tp(8)),
    'communication: launch.parallel.tp, launch.parallel.cp and 4 more',
  ],
  [
    'as many neighbours apart, on fewer nodes',
    cluster('a[1-3]', 1, { mapping: { strategy: 'explicit', ranks: ['a1:0', 'a2:0', 'a3:0'] } }),
    cluster('a[1-3]', 2, { mapping: { strategy: 'explicit', ranks: ['a1:0', 'a2:0', 'a1:1'] } }),
    'neighbouring ranks on different nodes: 2 as before, in 3 → 2 places',
  ],
  ['a node more', cluster('a[1-3]', 2), cluster('a[1-4]', 2), null],
  [
    'other racks',
    inRacks('r1', 'r1', 'r2', 'r2'),
    inRacks('r1', 'r2', 'r1', 'r2'),
    'neighbouring ranks in different places of rack: 1 → 3; 2 nodes have another rack',
  ],
  [
    'racks of other names',
    inRacks('r1', 'r1', 'r2', 'r2'),
    inRacks('r3', 'r3', 'r2', 'r2'),
    '2 nodes have another rack',
  ],
  [
    'racks that nobody named before',
    cluster('a', 2, {}, [{}, {}]),
    inRacks('r1', 'r2'),
    'communication: levels',
  ],
];

describe('the verdict says of communication', () => {
  test.each(CASES)('%s', (_, old, next, words) => {
    const { headline } = diffPlans(old, next);
    const clauses = headline.split('; ');
    const pace = clauses.findIndex((clause) => clause.startsWith('step time'));
    const talk = clauses.slice(0, pace).filter((clause) => !/ranks? moves?|new$/.test(clause));
    expect(talk.join('; '), headline).toBe(words ?? '');
  });

  test('of ranks on uneven nodes how many neighbours are apart', () => {
    const uneven = (order: string) =>
      cluster('a', 0, { mapping: { order } }, [{ gpus: { count: 3 } }, { gpus: { count: 2 } }]);
    expect(diffPlans(uneven('block'), uneven('cyclic')).headline).toBe(
      '4 of 5 ranks move; neighbouring ranks on different nodes: 1 → 4; step time unknown',
    );
  });
});
