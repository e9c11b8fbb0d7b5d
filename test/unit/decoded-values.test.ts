import { describe, expect, test } from 'vitest';
import type { ReadFile } from '../../src/compiler/inventory/read-inventory.ts';
import { compileText, errorCodes, planOf, planText } from '../compile-text.ts';
import { expectInvariants } from '../invariants.ts';

const HEAD = 'version: 1\nname: x\n';
const N1 = `${HEAD}nodes: [{hosts: n1, gpus: {count: 2}}]\n`;
const MEASURED = `${HEAD}nodes: [{hosts: n1, inventory: n1.json}]\n`;

const inventory = (...gpus: readonly object[]): ReadFile => {
  const bytes = JSON.stringify({ formatVersion: '1.0', gpus });
  return () => ({ kind: 'bytes', bytes, name: 'n1.json' });
};

describe('text is taken as written', () => {
  test.each([
    ['010', '010'],
    ['0x1F', '0x1F'],
    ['1.0', '1.0'],
    ['1e3', '1e3'],
    ['True', 'True'],
    ['"a\\tb"', 'a\tb'],
    ["'it''s'", "it's"],
    ['"$HOME `x`"', '$HOME `x`'],
    ['""', ''],
    ['!!str 010', '010'],
    ['&v foo', 'foo'],
  ])('%s', (written, text) => {
    expect(planOf(`${N1}launch: {env: {A: ${written}}, command: [run, ${written}]}\n`).launch).toMatchObject({
      env: { A: text },
      command: ['run', text],
    });
  });

  test('in JSON, too', () => {
    const json = `{"version": 1, "name": "x", "nodes": [{"hosts": "n1", "cpuRanks": 1}], "launch": {"env": {"A": 1.0, "B": 1E2, "C": "\\u00e4"}}}`;
    expect(planOf(json).launch.env).toEqual({ A: '1.0', B: '1E2', C: 'ä' });
  });
});

describe('an alias stands for its value', () => {
  test('in variables', () => {
    expect(planOf(`${N1}launch: {env: {A: &v foo, B: *v}}\n`).launch.env).toEqual({ A: 'foo', B: 'foo' });
  });

  test('in a command', () => {
    expect(planOf(`${N1}launch: {command: [&p python, *p]}\n`).launch.command).toEqual(['python', 'python']);
  });

  test('in a directive', () => {
    const plan = planOf(`${N1}launch: {env: {A: &v foo}}\nslurm: {directives: {comment: *v}}\n`);
    expect(plan.slurm?.directives).toEqual({ comment: 'foo' });
  });

  test('of a map', () => {
    const plan = planOf(
      `${HEAD}nodes: [{hosts: n1, gpus: &g [{index: 1, score: 2}], env: &e {A: 010}}, {hosts: n2, gpus: *g, env: *e}]\n`,
    );
    const [first, second] = plan.nodes;
    expect(second).toEqual({ ...first, name: 'n2', address: 'n2', nodeRank: 1 });
    expect(second?.env).toEqual({ A: '010' });
  });
});

describe('a GPU’s own value wins over its inventory file’s, that over its model’s', () => {
  const read = inventory(
    { index: 0, model: 'A', memoryBytes: 2 ** 31, gres: 'own' },
    { index: 1, model: 'A', scores: { score: { value: 7, method: 'm' } } },
  );
  const text = `${HEAD}models: {A: {memory: 1GiB, score: {score: 3, bf16: 5}, gres: shared}}
nodes: [{hosts: n1, inventory: n1.json, gpus: [{index: 0, memory: 3GiB}]}]
mapping: {strategy: performance-ranked}
`;

  test('field by field, and metric by metric', () => {
    const facts = planOf(text, read).nodes[0]?.gpus.map(({ memoryBytes, gres, score }) => ({
      memoryBytes,
      gres,
      score,
    }));
    expect(facts).toEqual([
      { memoryBytes: 3 * 2 ** 30, gres: 'own', score: 3 },
      { memoryBytes: 2 ** 30, gres: 'shared', score: 7 },
    ]);
  });

  test('a metric that is only the model’s is there', () => {
    const plan = planOf(text.replace('ranked}', 'ranked, by: bf16}'), read);
    expect(plan.nodes[0]?.gpus.map(({ score }) => score)).toEqual([5, 5]);
  });
});

describe('what is compiled can be read back: it fits the schema, or is refused', () => {
  test.each([
    ['blanks in an inventory’s CPU list', MEASURED, inventory({ index: 0, cpus: '0-31, 64-95' })],
    ['a tab in a selector', `${N1}mapping: {strategy: explicit, ranks: ["n1:0\\t"]}\n`, undefined],
    ['a line end in an excluded selector', `${N1}mapping: {exclude: ["n1:0\\n"]}\n`, undefined],
    [
      'a long address',
      `${HEAD}nodes: [{hosts: ${'h'.repeat(250)}, cpuRanks: 1, address: "{host}.{host}.{host}"}]\n`,
      undefined,
    ],
    ['a memory of 1e21', `${N1}slurm: {mem: 1e21}\n`, undefined],
  ])('%s', (_, text, read) => {
    const { plan, ...rest } = compileText(text, read);
    if (plan === null) expect(errorCodes({ plan, ...rest })).not.toEqual([]);
    else expectInvariants(plan);
  });

  test('an inventory’s CPU list that is none is a finding', () => {
    expect(errorCodes(compileText(MEASURED, inventory({ index: 0, cpus: 'all of them' })))).toEqual([
      'RP1105',
    ]);
  });
});

test('a directive that asks for YAML 1.1 changes no value', () => {
  const text = `${N1}slurm: {time: 12:00:00}\n`;
  const old = compileText(`%YAML 1.1\n---\n${text}`);
  if (old.plan === null) expect(errorCodes(old)).not.toEqual([]);
  else expect(planText(old.plan)).toBe(planText(planOf(text)));
});

test('launch.memory is written where it is not as always, so that older plans mean what they meant', () => {
  const plans = ['memory: any', 'memory: near', ''].map((launch) => planOf(`${N1}launch: {${launch}}\n`));
  expect(plans.map(({ launch }) => launch.memory)).toEqual(['any', 'near', 'near']);
  const written = plans.map((plan) => /"memory": "\w+"/.exec(planText(plan) ?? '')?.[0]);
  expect(written).toEqual(['"memory": "any"', undefined, undefined]);
  expect(errorCodes(compileText(`${N1}launch: {memory: far}\n`))).toHaveLength(1);
});
