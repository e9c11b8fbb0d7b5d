import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import planSchema from '../../schemas/plan.schema.json' with { type: 'json' };
import topologySchema from '../../schemas/topology.schema.json' with { type: 'json' };
import { HIDDEN, isLine } from '../../src/compiler/source/printable.ts';
import { deref, type Schema } from '../../src/compiler/syntax/schema-path.ts';
import { EMITTERS, emitPlan, findRefusals } from '../../src/emitters/emit-plan.ts';
import { compileText, planText } from '../compile-text.ts';
import { ATTACKS } from '../hostile-texts.ts';
import { readBeside } from '../read-beside.ts';
import { some } from '../stage.ts';

/*
 * Every field of the language that takes text, with every text that could hurt a script or hide from its reader. What is
 * accepted can be written by every emitter, and shows all that is in it.
 */

/** Characters that end lines, cannot be seen, or turn the direction of writing. */
const HIDING = [
  ...Array.from({ length: 32 }, (_, code) => code),
  ...Array.from({ length: 33 }, (_, code) => 0x7f + code),
  ...[0xad, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0xfff9, 0xd800, 0xdfff, 0xe0041, 0x1d173],
].map((code) => String.fromCodePoint(code));
const ALLOWED = new Set(['\t', '\n']);
const SHELL = ['$(id)', '${x}', "'\\''", '&&', '--', ...`"'\\;>*~!#%=-`];
const TEXTS = [...ATTACKS, ...SHELL, ...HIDING.flatMap((character) => [character, `a${character}b`])];

const FOLDER = 'test/reasonable';
type Path = readonly (string | number)[];

/** What the reasonable topologies lack. */
const CARDS = { version: 1, name: 'more', models: { A: { memory: '80GiB', score: 2 } } };
const MORE: readonly object[] = [
  {
    ...CARDS,
    nodes: [{ hosts: 'a', domain: { rack: 'r1' }, gpus: [{ index: '0-3', model: 'A', gres: 'a100' }] }],
    mapping: { strategy: 'performance-ranked', tolerance: '3%', gpusPerRank: 'node' },
    launch: {
      remote: { command: ['ssh'], user: 'alice', directory: 'plans' },
      workdir: '/scratch',
      stallAfter: '60s',
      grace: '2m',
      groupWithin: 'rack',
      groupSize: 1,
      parallel: { tp: 1, order: 'tp-cp-ep-dp-pp' },
      software: { nccl: '2.30.7', rccl: '2.22', torch: '2.9.0', lightning: '2.5', vllm: '0.24' },
    },
  },
  {
    ...CARDS,
    nodes: [
      { hosts: 'a', gpus: { count: 2, model: 'A' }, cpuRanks: 2, cpuSlot: { memory: '8GiB', score: 1 } },
    ],
    workload: { globalBatch: 8, shares: 'proportional', memory: { perSample: '1GiB', reserve: '2GiB' } },
  },
  {
    ...CARDS,
    nodes: [{ hosts: 'a', gpus: { count: 2, model: 'A' } }],
    launch: { parallel: { pp: 2 } },
    stages: {
      layers: 8,
      memory: { perLayer: '1GiB', embedding: '1GiB', head: '1GiB', reserve: '2GiB' },
    },
  },
  {
    ...CARDS,
    nodes: [{ hosts: 'a', gpus: { count: 6, model: 'A' } }],
    roles: {
      server: {
        slots: ['a:0-3'],
        replicas: 2,
        processes: 'replica',
        ports: { http: 8000 },
        readiness: { http: '/health', port: 'http', timeout: '20m' },
        drain: '30s',
        launch: {
          command: ['serve', '{{self.http.port}}'],
          env: { PEERS: '{{server.http.urls}}' },
          setup: ['true'],
          wrap: ['nice'],
        },
      },
      metrics: { slots: ['a:4'], ports: { rpc: 9000 }, readiness: { tcp: 'rpc' }, world: 'none' },
      actor: { colocate: 'metrics', readiness: { log: 'registered' } },
      trainer: {
        slots: ['a:5'],
        end: true,
        readiness: { file: '/srv/ready' },
        launch: { command: ['python', { each: 'server', words: ['--server', '{{each.http.url}}'] }] },
      },
    },
  },
];

/** Each field that has a text somewhere, with the first topology that has it. */
const FIELDS = new Map<string, { readonly document: object; readonly path: Path }>();
for (const document of [
  ...MORE,
  ...readdirSync(FOLDER)
    .filter((name) => name.endsWith('.rankplan.yaml'))
    .map((name) => parse(readFileSync(join(FOLDER, name), 'utf8')) as object),
])
  for (const path of textsOf(document, []))
    if (!FIELDS.has(fieldOf(path))) FIELDS.set(fieldOf(path), { document, path });

function* textsOf(value: unknown, path: Path): Generator<Path> {
  if (typeof value === 'string') yield path;
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value))
      yield* textsOf(item, [...path, Array.isArray(value) ? Number(key) : key]);
}

function fieldOf(path: Path): string {
  return path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
}

/** A copy of a document in which one text is another. */
function withText(document: object, path: Path, text: string): object {
  const copy = structuredClone(document);
  let part = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) part = part[step] as typeof part;
  part[path[path.length - 1] as string | number] = text;
  return copy;
}

describe('a text', () => {
  test('of every field that takes one is tried', () => {
    const fields = listTextFields(topologySchema as unknown as Schema);
    expect(fields.filter((field) => !isTried(field))).toEqual([]);
  });

  test.each(MORE)('of the topologies here compiles', (document) => {
    expect(compileText(document).plan).not.toBeNull();
  });

  test.each([...FIELDS])('at %s is refused, or written as it is', (_, { document, path }) => {
    for (const text of some(TEXTS)) {
      const made = compileText(withText(document, path, text), readBeside(FOLDER));
      if (HIDDEN.test(text)) expect(made.plan, JSON.stringify(text)).toBeNull();
      expect(made.plan === null).toBe(made.diagnostics.some(({ severity }) => severity === 'error'));
      if (made.plan === null) continue;
      const { plan } = made;
      const emitters = EMITTERS.filter((emitter) => findRefusals(plan, [emitter]).length === 0);
      const written = [...emitPlan({ plan, planText: [planText(plan) ?? ''], planDigest: 'x', emitters })];
      for (const { path: file, content } of written)
        expect(HIDDEN.test(typeof content === 'string' ? content : [...content].join('')), file).toBe(false);
    }
  });
});

/** The schema's own definition of a line stands in its patterns; editors know no other. */
test.each([
  ['topology', topologySchema],
  ['plan', planSchema],
])('a line is for the patterns of the %s schema what it is for the compiler', (_, schema) => {
  const patterns = [...new Set(JSON.stringify(schema).match(/"pattern":"(?:[^"\\]|\\.)*"/g))]
    .map((pair) => JSON.parse(`{${pair}}`).pattern as string)
    .filter((pattern) => pattern.includes('\\u0000-'));
  expect(patterns.length).toBeGreaterThan(2);
  for (const character of HIDING.filter((one) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(one)))
    for (const pattern of patterns)
      for (const text of [`a${character}b`, `/a${character}b`, `--a=${character}b`])
        expect(new RegExp(pattern, 'u').test(text), `${pattern} ${JSON.stringify(text)}`).toBe(false);
});

test('a line hides nothing and ends nowhere', () => {
  expect(HIDING.filter((character) => isLine(`a${character}b`))).toEqual([]);
  expect(HIDING.filter((character) => !HIDDEN.test(character)).sort()).toEqual([...ALLOWED]);
  expect(
    ['', 'a b', 'für', '中文', '\u{1f469}\u200d\u{1f680}', '\u2764\ufe0f', 'می\u200cخواهم'].every(isLine),
  ).toBe(true);
});

/** A command on top has no replicas to repeat words for; what a role has as a program has is tried there. */
const NOWHERE = ['launch.command.*.each', 'launch.command.*.words.*'];
const OF_A_PROGRAM = /^roles\.\?\.(?=(?:mapping|workload|stages|launch)\.)/;

/** Whether a field of the schema, in which `?` stands for any key, has a text in one of the topologies. */
const isTried = (field: string): boolean =>
  NOWHERE.includes(field) || hasText(field) || hasText(field.replace(OF_A_PROGRAM, ''));

const hasText = (field: string): boolean =>
  [...FIELDS.keys()].some((known) => {
    const [a, b] = [known.split('.'), field.split('.')];
    return a.length === b.length && b.every((step, i) => step === '?' || step === a[i]);
  });

/** Where the schema takes a text that it does not list. */
function listTextFields(
  root: Schema,
  schema: Schema & Listed = root,
  path: readonly string[] = [],
): string[] {
  const own = deref(root, schema) as Schema & Listed;
  const alternatives = [...(own.oneOf ?? []), ...(own.anyOf ?? [])];
  const { properties = {}, items, additionalProperties } = own;
  return [
    ...([own.type].flat().includes('string') && own.enum === undefined ? [path.join('.')] : []),
    ...alternatives.flatMap((other) => listTextFields(root, other, path)),
    ...Object.entries(properties).flatMap(([key, one]) => listTextFields(root, one, [...path, key])),
    ...(items === undefined ? [] : listTextFields(root, items, [...path, '*'])),
    ...(typeof additionalProperties === 'object'
      ? listTextFields(root, additionalProperties, [...path, '?'])
      : []),
  ];
}

interface Listed {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}
