import { describe, expect, test } from 'vitest';
import { replaceNode } from '../../src/compiler/plan/replace-node.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { compileText, planOf } from '../compile-text.ts';
import { findContradiction } from '../find-contradiction.ts';

const NODES = [
  { hosts: 'lab[1-3]', gpus: { count: 2, model: 'A100', score: 90 } },
  { hosts: 'old1', gpus: { count: 2, model: 'V100', score: 40 } },
  { hosts: 'lab9', gpus: { count: 2, model: 'A100', score: 88 }, spare: true },
  { hosts: 'lab8', gpus: { count: 4, model: 'A100', score: 88 }, spare: true },
];
const SPARE = { hosts: 'lab9', gpus: { count: 2 }, spare: true };
const BARE = { nodes: [{ hosts: 'lab[1-3]', gpus: { count: 2 } }, SPARE] };
const planWith = (mapping: object, rest: object = {}) => planOf({ nodes: NODES, mapping, ...rest });
const plan = planWith({ strategy: 'performance-ranked' });

function replaced(of: LaunchPlan, from: string, to: string): LaunchPlan {
  const found = replaceNode(of, from, to);
  if ('problem' in found) throw new Error(found.problem);
  return found;
}

describe('a spare', () => {
  test('gets no rank, and is in the plan', () => {
    expect(plan.worldSize).toBe(8);
    const spares = plan.nodes.filter(({ spare }) => spare);
    expect(spares).toMatchObject(['lab9', 'lab8'].map((name) => ({ name, nodeRank: null })));
    expect(plan.formatVersion).toBe('1.0');
  });

  test('is not listed', () => {
    const { diagnostics } = compileText({
      nodes: NODES.map(({ hosts, spare, gpus: { count } }) => ({ hosts, gpus: { count }, spare })),
      mapping: { strategy: 'explicit', ranks: ['lab1:0', 'lab9:0'] },
    });
    expect(diagnostics).toMatchObject([
      { code: 'RP3022', message: 'lab9:0 is listed, and its node is a spare' },
    ]);
  });

  const pair = { hosts: 'a,b', gpus: { count: 1 }, spare: true };

  test('is no node to begin with', () => {
    const { diagnostics } = compileText({ nodes: [pair] });
    expect(diagnostics).toMatchObject([
      { code: 'RP3002', message: 'no slot can carry a rank: every node is a spare' },
    ]);
  });

  test('is a machine, which only a plan that names machines knows', () => {
    expect(compileText({ nodes: [{ ...pair, bind: 'job' }] }).diagnostics[0]?.code).toBe('RP2017');
  });
});

describe('replaceNode', () => {
  test.each([
    { strategy: 'performance-ranked', by: 'memory' },
    { strategy: 'sequential', order: 'cyclic' },
    { strategy: 'sequential', worldSize: 5 },
    { strategy: 'explicit', ranks: ['lab2:1', 'old1:0', 'lab1:0'] },
  ])('moves the ranks of the node and no others: %o', (mapping) => {
    const nodes = NODES.map(({ gpus: { score: _, ...gpus }, ...node }) => ({
      ...node,
      gpus: { ...gpus, memory: '80GiB' },
    }));
    const before = planOf({ nodes, mapping });
    const after = replaced(before, 'lab2', 'lab9');
    expect(findContradiction(after)).toBeNull();
    const moved = after.ranks.filter(({ node }, i) => node !== before.ranks[i]?.node);
    expect(moved.map(({ rank }) => rank)).toEqual(
      before.ranks.filter(({ node }) => node === 'lab2').map(({ rank }) => rank),
    );
    expect(moved.every(({ node }) => node === 'lab9')).toBe(true);
    const diff = diffPlans(before, after);
    expect(diff.moves.map(({ rank }) => rank)).toEqual(moved.map(({ rank }) => rank));
    expect(diff.replayed).toBe(true);
    const change = { kind: 'replaced', what: ['lab2', 'lab9'], old: null, new: null };
    expect(diff.changes).toContainEqual(change); // a list of slots is another list, too
    expect(diff.moves.every(({ cause }) => cause !== null)).toBe(true);
  });

  test('there and back gives the ranks of before', () => {
    const back = replaced(replaced(plan, 'lab1', 'lab9'), 'lab9', 'lab1');
    expect(back.master).toEqual(plan.master);
    expect(back.mapping.exclude).toEqual(['lab9']);
    expect(back.ranks.map(({ why, ...rank }) => rank)).toEqual(plan.ranks.map(({ why, ...rank }) => rank));
  });

  test('two of them are one change, and other changes of the order are not', () => {
    const before = planOf({ nodes: [...BARE.nodes, { ...SPARE, hosts: 'lab8' }] });
    const twice = replaced(replaced(before, 'lab1', 'lab9'), 'lab3', 'lab8');
    expect(diffPlans(before, twice).changes).toEqual([
      { kind: 'replaced', what: ['lab1', 'lab3', 'lab9', 'lab8'], old: null, new: null },
    ]);
    const [first, ...others] = twice.nodes;
    const turned = { ...twice, nodes: [...others, ...(first === undefined ? [] : [first])] };
    expect(diffPlans(before, turned).changes.map(({ kind }) => kind)).toContain('order');
  });

  test.each([
    ['80GiB', '75GiB', true], // with ECC
    ['80GiB', '40GiB', false],
    ['80GiB', undefined, true], // nobody knows
    [undefined, '40GiB', true],
  ])('a card of %s gives way to one of %s: %s', (memory, other, fits) => {
    const gpus = { count: 2, model: 'A100' };
    const nodes = [
      { hosts: 'a', gpus: { ...gpus, memory } },
      { hosts: 'b', gpus: { ...gpus, memory: other }, spare: true },
    ];
    expect('ranks' in replaceNode(planOf({ nodes }), 'a', 'b')).toBe(fits);
  });

  test('takes the master along', () => {
    expect(plan.master.node).toBe('lab1');
    expect(replaced(plan, 'lab1', 'lab9').master).toMatchObject({ node: 'lab9', address: 'lab9' });
    const chosen = planWith({}, { launch: { master: { address: '10.0.0.1' } } });
    expect(replaceNode(chosen, 'lab1', 'lab9')).toEqual({
      problem: "the master's address, 10.0.0.1, was chosen for lab1: compile with another",
    });
  });

  test('takes a machine that the plan does not know for one like the other, but for its cards', () => {
    const uuid = 'GPU-11111111-2222-3333-4444-555555555555';
    const after = replaced(planOf({ nodes: [{ hosts: 'a', gpus: [{ index: 0, uuid }] }] }), 'a', 'b');
    expect(after.nodes.map(({ name, gpus }) => [name, gpus[0]?.uuid ?? null])).toEqual([
      ['b', null],
      ['a', uuid],
    ]);
    expect(findContradiction(after)).toBeNull();
  });

  test.each([
    ['lab2', 'lab8', 'lab8 cannot take the place of lab2: it has 4 GPUs, not 2'],
    ['old1', 'lab9', 'lab9 cannot take the place of old1: it has GPU 0, A100, where GPU 0, V100, is'],
    ['lab2', 'lab3', 'lab3 cannot take the place of lab2: it has ranks of its own'],
    ['lab9', 'lab4', 'the plan has no ranks on lab9: name a node that has some'],
    ['lab7', 'lab9', 'the plan has no ranks on lab7: name a node that has some'],
  ])('%s=%s', (from, to, problem) => expect(replaceNode(plan, from, to)).toEqual({ problem }));
});
