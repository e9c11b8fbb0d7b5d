import { describe, expect, test } from 'vitest';
import { bindPlan } from '../../src/compiler/plan/bind-plan.ts';
import { planOf } from '../compile-text.ts';
import { findContradiction } from '../find-contradiction.ts';

const topology = {
  nodes: [
    { hosts: 'big[1-2]', bind: 'job', gpus: { count: 2, model: 'A100' } },
    { hosts: 'idle1', bind: 'job', gpus: { count: 1 } },
    { hosts: 'fast1', bind: 'job', gpus: { count: 1, model: 'H100' } },
  ],
  mapping: { strategy: 'explicit', ranks: ['fast1:0', 'big2:1', 'big1:0', 'big2:0'], exclude: ['idle1'] },
};
const plan = planOf(topology);

describe('bindPlan', () => {
  test('gives what a topology that names these machines gives', () => {
    const named = planOf({
      ...topology,
      nodes: [
        { hosts: 'n17', gpus: { count: 2, model: 'A100' } },
        { hosts: 'n18', gpus: { count: 2, model: 'A100' } },
        { hosts: 'h03', gpus: { count: 1, model: 'H100' } },
      ],
      mapping: { strategy: 'explicit', ranks: ['h03:0', 'n18:1', 'n17:0', 'n18:0'] },
    });
    const bound = bindPlan(plan, ['n17', 'n18', 'h03']);
    if ('problem' in bound) throw new Error(bound.problem);
    const unexplained = (ranks: typeof named.ranks) => ranks.map(({ why, ...rank }) => rank);
    expect({ ...bound, ranks: unexplained(bound.ranks) }).toEqual({
      ...named,
      ranks: unexplained(named.ranks),
    });
    expect(findContradiction(bound)).toBeNull();
  });

  test('of a level that only the network of the job knew nothing is left', () => {
    const nodes = [{ hosts: 'slot[1-2]', bind: 'job', gpus: { count: 2 } }];
    const open = planOf({ nodes, launch: { groupSize: 4, groupWithin: 'nvlink' } });
    const bound = bindPlan(open, ['n17', 'n18']);
    if ('problem' in bound) throw new Error(bound.problem);
    expect(bound.launch).toEqual({ ...open.launch, groupSize: null, groupWithin: null });
    expect(findContradiction(bound)).toBeNull();
  });

  test.each([
    ['too few', ['n17', 'n18'], 'there are 2 hosts for 3 nodes: give one for each'],
    ['one twice', ['n17', 'n17', 'h03'], 'n17 is named twice: each node needs its own machine'],
  ])('%s', (_, hosts, problem) => {
    expect(bindPlan(plan, hosts)).toEqual({ problem });
  });

  test('a plan that names its machines', () => {
    const named = planOf({ nodes: [{ hosts: 'a', gpus: { count: 1 } }] });
    expect(bindPlan(named, ['b'])).toEqual({
      problem: 'this plan names its machines: there is nothing to bind',
    });
  });
});
