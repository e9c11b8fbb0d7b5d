import { describe, expect, it } from 'vitest';
import { comparePrograms } from '../../src/cli/run/print-dry-run.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { createSpares, masterAddressOf, placeMachines } from '../../src/runtime/hosts/place-machines.ts';
import { planOf } from '../compile-text.ts';

const named = planOf({
  version: 1,
  name: 'lab',
  nodes: [
    { hosts: 'lab[1-2]', gpus: { count: 2, model: 'A100' } },
    { hosts: 'old1', gpus: { count: 4, model: 'V100' } },
    { hosts: 'lab9', address: '10.0.0.9', gpus: { count: 2, model: 'A100' }, spare: true },
  ],
});

const slots = planOf({
  version: 1,
  name: 'any',
  nodes: [{ hosts: 'n[1-2]', bind: 'job', gpus: { count: 2, model: 'A100' } }],
});

function place(plan: LaunchPlan, hosts: readonly string[] | null) {
  const { places, spares } = placeMachines(plan, hosts);
  return {
    of: createSpares(places, spares),
    names: () => places.map(({ machine }) => machine.name),
    spares: spares.map(({ machine, places }) => [machine.name, places]),
    master: () => masterAddressOf(plan, places),
  };
}

describe('the machines of a plan', () => {
  it('are those that it names, with its spares', () => {
    const { names, spares, master } = place(named, null);
    expect(names()).toEqual(['lab1', 'lab2', 'old1']);
    expect(spares).toEqual([['lab9', [0, 1]]]);
    expect(master()).toBe('lab1');
  });

  it('change with a spare, and the address of the master with rank 0', () => {
    const { of, names, master } = place(named, null);
    of.replaceUnready([0]);
    expect(names()).toEqual(['lab9', 'lab2', 'old1']);
    expect(master()).toBe('10.0.0.9');
  });

  it('keep the address of the master where another one is replaced', () => {
    const { of, master } = place(named, null);
    of.replaceUnready([1]);
    expect(master()).toBe('lab1');
  });

  it('are those of --nodes where the plan names none, and what is left over are spares', () => {
    const { of, names, spares, master } = place(slots, ['a', 'b', 'c']);
    expect(names()).toEqual(['a', 'b']);
    expect(spares).toEqual([['c', [0, 1]]]);
    expect(master()).toBe('a');
    of.replaceUnready([0]);
    expect(master()).toBe('c');
  });

  it.each<readonly [string, LaunchPlan, readonly string[] | null, string]>([
    ['none for slots', slots, null, 'this plan is bound when it starts: give its 2 machines with --nodes'],
    ['too few', slots, ['a'], '--nodes names 1 hosts for 2 nodes: give one for each'],
    ['one twice', slots, ['a', 'b', 'a'], '--nodes names a twice: each node needs its own machine'],
    ['some for a plan that names its own', named, ['a'], '--nodes is for a `bind: job` plan'],
  ])('are refused: %s', (_, plan, hosts, words) => {
    expect(() => placeMachines(plan, hosts)).toThrow(words);
  });
});

describe('what hosts would run', () => {
  const found = (host: string, program: string | null) => ({ host, program });

  it.each([
    ['nothing where it is the same', [found('a', '/b/python'), found('b', '/b/python')], ''],
    ['nothing of hosts that do not say', [found('a', null), found('b', '/b/python')], ''],
    [
      'the file that differs',
      [found('a', '/b/python'), found('b', '/c/python'), found('c', '/b/python')],
      "rankplan: note: 'python' is not the same file everywhere: /b/python on a, c; /c/python on b\n",
    ],
  ])('is told: %s', (_, hosts, text) => {
    expect(comparePrograms('python', hosts)).toBe(text);
  });

  it('is bounded, whatever they send', () => {
    const text = comparePrograms('python', [found('a', 'x'.repeat(1e6)), found('b', 'y\u001b')]);
    expect(text.length).toBeLessThan(10_000);
    expect(text).not.toContain('\u001b');
  });
});
