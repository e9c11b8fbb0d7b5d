import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createReporter, requireReason } from '../../src/compiler/diagnostics/reporter.ts';
import { looksLikePlan } from '../../src/compiler/plan/parse-plan.ts';
import { MAX_SOURCE_BYTES } from '../../src/compiler/syntax/read-source.ts';
import { compileText, placeOf, planOf, planText } from '../compile-text.ts';
import { readAlways } from '../read-beside.ts';
import { parseSaved } from '../saved-plans.ts';

/** `code place` of each finding. */
type Found = ReturnType<typeof compileText>['diagnostics'];
const tell = (found: Found): readonly string[] =>
  found.map((finding) => `${finding.code} ${finding.primary.file.name}:${placeOf(finding)}`);

const TOPOLOGY = 'version: 1\nname: t\nnodes: [{hosts: a, inventory: i.json}]\n';
const withInventory = (text: string) => compileText(TOPOLOGY, readAlways(text));

describe('a misspelt key that an inventory must have', () => {
  test.each([
    ['{"formatVersion":"1.0","gpu":[{"index":0}]}', ['RP1102 i.json:1:1']],
    ['{"formatVersion":"1.0","gpus":[{"Index":0},{"index":1}]}', ['RP1102 i.json:1:33']],
    ['{"format_version":"1.0","gpus":[{"index":0}]}', ['RP1102 i.json:1:1']],
    ['{"formatVersion":"1.0","gpus":[{"index":0,"scores":{"bf16":{"Value":1}}}]}', ['RP1102 i.json:1:53']],
  ])('%s', (text, expected) => {
    const { plan, diagnostics } = withInventory(text);
    expect(tell(diagnostics)).toEqual(expected);
    expect(plan).toBeNull();
  });

  test('an unknown key beside all that must be there is still taken', () => {
    expect(
      withInventory('{"formatVersion":"1.0","gpu":1,"gpus":[{"index":0,"Index":1}]}').plan,
    ).not.toBeNull();
  });
});

const PLAN = JSON.parse(planText(planOf({ nodes: [{ hosts: 'a', gpus: { count: 2 } }] })) ?? '');
function readPlan(edit: (plan: typeof PLAN) => unknown) {
  const plan = structuredClone(PLAN);
  return parseSaved((edit(plan) ?? plan) as object);
}
const codesOf = (found: Found) => found.map(({ code }) => code);

describe('a misspelt key of a saved plan', () => {
  test.each([['worldSize'], ['ranks'], ['nodes'], ['launch'], ['slurm']])('%s', (key) => {
    const { plan, found } = readPlan((edited) => {
      edited[key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase()] = edited[key];
      delete edited[key];
    });
    expect(plan).toBeNull();
    expect(codesOf(found)).toContain('RP1102');
  });

  test.each(['FormatVersion', 'formatversion', 'format_version'])('%s', (key) => {
    const { formatVersion, ...rest } = PLAN;
    const text = JSON.stringify({ [key]: formatVersion, ...rest });
    expect(looksLikePlan(text)).toBe(true);
    const { plan, found } = parseSaved(text);
    expect(plan).toBeNull();
    expect(tell(found)).toEqual(['RP1102 plan.json:1:1']);
  });

  test('is no reason to take a plan for a topology, nor is the order of keys', () => {
    const sorted = Object.fromEntries(Object.entries(PLAN).sort(([a], [b]) => (a < b ? -1 : 1)));
    expect(looksLikePlan(JSON.stringify(sorted))).toBe(true);
    const topology = { version: 1, name: 't', mapping: { worldSize: 2, ranks: [] }, nodes: [] };
    expect(looksLikePlan(JSON.stringify(topology))).toBe(false);
  });

  test('in a plan that is too long to look for places is named with its path', () => {
    const edited = structuredClone(PLAN);
    edited.ranks[1].localRank = 'one';
    delete edited.nodes[0].gpus[1].vendor;
    edited.launch.env = { 'a-b': 'x' };
    const { plan, found } = parseSaved(JSON.stringify(edited) + ' '.repeat(MAX_SOURCE_BYTES));
    expect(plan).toBeNull();
    expect(tell(found)).toEqual(['RP1102', 'RP1103', 'RP1106'].map((code) => `${code} plan.json:1:1`));
    expect(found.map(({ message }) => /`([^`]+)`/.exec(message)?.[1])).toEqual([
      'nodes[0].gpus[1]',
      'ranks[1].localRank',
      'launch.env',
    ]);
  });

  test('in a node and in a rank', () => {
    const { plan, found } = readPlan((edited) => {
      edited.nodes[0].CPURanks = 0;
      delete edited.nodes[0].cpuRanks;
      edited.ranks[1].local_rank = 1;
      delete edited.ranks[1].localRank;
    });
    expect(plan).toBeNull();
    expect(codesOf(found)).toEqual(['RP1102', 'RP1102']);
  });
});

describe('the version of a plan, whatever it is', () => {
  const objects: readonly unknown[] = [
    {},
    [],
    null,
    { toString: 1 },
    { valueOf: {}, toString: null },
    ['1.0'],
  ];
  test.each([...objects, 1, true, '2.0', 'x'.repeat(1000)].map((value) => [value]))('%j', (formatVersion) => {
    const { plan, found } = readPlan((edited) => ({ ...edited, formatVersion }));
    expect(plan).toBeNull();
    expect(codesOf(found)).toEqual(['RP4004']);
    expect(found[0]?.message).not.toContain('[object');
  });
});

describe('a plan has the bounds of a topology', () => {
  const node = (count: number, cpuRanks: number) => (edited: typeof PLAN) => {
    const [first] = edited.nodes;
    const other = { ...first, nodeRank: null, gpus: [], cpuRanks };
    const more = Array.from({ length: count }, (_, i) => ({ ...other, name: `x${i}` }));
    return { ...edited, nodes: [first, ...more] };
  };
  const changed = (change: object) => () => ({ ...PLAN, ...change });
  const workload = { globalBatch: 1e300, shares: 'equal', multipleOf: 1 };
  test.each([
    ['CPU ranks of one node', node(1, 1_000_000_000), 'RP1105'],
    ['CPU ranks of many nodes', node(33, 65_536), 'RP2003'],
    ['ranks of one GPU', changed({ mapping: { ...PLAN.mapping, ranksPerGpu: 1e9 } }), 'RP1105'],
    ['ranks', changed({ worldSize: 2 ** 21 + 1 }), 'RP1105'],
    ['the batch', changed({ workload }), 'RP1105'],
  ])('%s', (_, edit, code) => {
    const { plan, found } = readPlan(edit);
    expect(plan).toBeNull();
    expect(codesOf(found)).toEqual([code]);
    expect(found[0]?.primary.start).toBeGreaterThan(0);
  });

  test('as many slots as a topology may have are taken', () => {
    expect(readPlan(node(31, 65_536)).found).toEqual([]);
  });
});

interface Schema {
  readonly type?: string | readonly string[];
  readonly [key: string]: unknown;
}

/** Every part of a schema that says a type, by its path. */
function* typed(schema: unknown, path: string): Iterable<readonly [string, Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  if ('type' in schema && (typeof schema.type === 'string' || Array.isArray(schema.type)))
    yield [path, schema as Schema];
  for (const [key, part] of Object.entries(schema))
    if (key !== 'examples' && key !== 'description') yield* typed(part, `${path}/${key}`);
}

test('no number, text or list of a plan is without a bound', () => {
  const schema: unknown = JSON.parse(readFileSync('schemas/plan.schema.json', 'utf8'));
  const parts = [...typed(schema, '')];
  expect(parts.length).toBeGreaterThan(60);
  const open = parts.filter(([, { type, maximum, maxItems, maxLength, pattern }]) => {
    const types = [type].flat();
    return (
      (types.includes('integer') && maximum === undefined) ||
      (types.includes('array') && maxItems === undefined) ||
      (types.includes('string') && maxLength === undefined && !/^\^[a-z]+\$$/.test(String(pattern)))
    );
  });
  expect(open.map(([path]) => path)).toEqual([]);
});

describe('nothing without a reason', () => {
  test('null without an error is a bug', () => {
    expect(() => requireReason('plan', null, createReporter())).toThrow('no error says why');
  });

  test('an error that was there before is no reason', () => {
    const report = createReporter();
    report.error('RP1001', { file: { name: 'a', text: '' }, start: 0, end: 0 }, 'x');
    expect(requireReason('plan', null, report)).toBeNull();
    expect(() => requireReason('inventory', null, report, report.allErrorCount())).toThrow();
  });

  test('a non-blocking error is one', () => {
    const report = createReporter();
    report.nonBlocking.error('RP1001', { file: { name: 'a', text: '' }, start: 0, end: 0 }, 'x');
    expect(requireReason('plan', null, report)).toBeNull();
  });
});
