import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileText, planOf } from '../compile-text.ts';
import { parseSaved } from '../saved-plans.ts';

// What a topology may not say, a saved plan may not say either: its texts get into scripts as they are.
type Bound = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems';
type Schema = { readonly [key in Bound]?: number } & {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
};

const read = (name: string): Schema => JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));
const TOPOLOGY = read('topology');
const PLAN = read('plan');
const deref = (root: Schema, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (root.definitions?.[schema.$ref.split('/').at(-1) ?? ''] ?? schema);

/** Where the plan has another form, on purpose. */
const DECODED: Readonly<Record<string, string>> = {
  'nodes[].gpus minItems': 'without `gpus` the list is empty',
  'nodes[].cpuRanks minimum': 'without `cpuRanks` there are none',
  'nodes[].gpus[].index maxLength': 'each GPU has its own item',
  'nodes[].gpus maxItems': 'an item of a topology may be several GPUs',
  'mapping.tolerance pattern': '`5%` is 0.05',
  'stages.layers minimum': 'a number of layers is one kind of them',
  'stages.layers maximum': 'a number of layers is one kind of them',
  'stages.memory.perLayer minimum': 'below 1 MiB an amount has a unit',
  'stages.memory.perLayer maxLength': 'an amount is a number of bytes',
  'stages.memory.embedding maxLength': 'an amount is a number of bytes',
  'stages.memory.head maxLength': 'an amount is a number of bytes',
  'stages.memory.reserve maxLength': 'an amount is a number of bytes',
  'slurm.container.mounts[] maxLength': '`PATH` is `PATH:PATH`',
  'end enum': 'a plan says `roles` where a topology says nothing',
  'slurm.srun[] pattern': 'a control character is a finding of its own (RP2027)',
};

/** What the plan's schema lets through of what the topology's does not, below `path`. */
function looser(path: string, topology: Schema, plan: Schema): string[] {
  const [t, p] = [deref(TOPOLOGY, topology), deref(PLAN, plan)];
  const allowed = p.const === undefined ? p.enum?.filter((value) => value !== null) : [p.const];
  const atLeast = (bound: Bound) => t[bound] === undefined || (p[bound] ?? -Infinity) >= t[bound];
  const atMost = (bound: Bound) => t[bound] === undefined || (p[bound] ?? Infinity) <= t[bound];
  const isKept: Readonly<Record<string, boolean>> = {
    enum: t.enum === undefined || allowed?.every((value) => t.enum?.includes(value)) === true,
    pattern: t.pattern === undefined || p.pattern === t.pattern || allowed !== undefined,
    minLength: atLeast('minLength') || p.pattern?.startsWith('^[A-Za-z0-9') === true,
    maxLength: atMost('maxLength') || allowed !== undefined,
    minItems: atLeast('minItems'),
    maxItems: atMost('maxItems'),
    minimum: atLeast('minimum') || p.pattern !== undefined,
    maximum: atMost('maximum') || p.pattern !== undefined,
  };
  const found = Object.keys(isKept).filter((bound) => !isKept[bound]);
  const inside = (name: string, a: Schema | boolean | undefined, b: Schema | boolean | undefined) =>
    typeof a === 'object' && typeof b === 'object' ? looser(`${path}${name}`, a, b) : [];
  return [
    ...found.map((bound) => `${path} ${bound}`),
    ...Object.keys(t.properties ?? {}).flatMap((key) =>
      inside(path === '' ? key : `.${key}`, t.properties?.[key], p.properties?.[key]),
    ),
    ...inside('[]', t.items, p.items),
    ...inside('.*', t.additionalProperties, p.additionalProperties),
    ...inside('.* name', t.propertyNames, p.propertyNames),
  ];
}

test('the schema of plans has every bound of the keys that topologies have, too', () => {
  expect(looser('', TOPOLOGY, PLAN).filter((found) => DECODED[found] === undefined)).toEqual([]);
});

test('a plan may have every strategy and every order that a topology has', () => {
  const enums = (schema: Schema) => {
    const { strategy, order } = deref(schema, schema.properties?.['mapping'] ?? {}).properties ?? {};
    return [strategy?.enum, order?.enum?.filter((value) => value !== null)];
  };
  expect(enums(PLAN)).toEqual(enums(TOPOLOGY));
});

const BASE = planOf('version: 1\nname: t\nnodes: [{hosts: a, gpus: {count: 2}}]\nslurm: { partition: p }\n');
const refusedBoth = (slurm: object) => {
  const { plan } = compileText({ nodes: [{ hosts: 'a', gpus: { count: 2 } }], slurm });
  const { found } = parseSaved({ ...BASE, slurm: { ...BASE.slurm, ...slurm } });
  return [plan === null, found.length > 0];
};

describe('what only the decoder of topologies refused', () => {
  test.each([
    ...['x', '0:00', '1:60', '1-24'].map((time) => ({ time })),
    ...['zz', '1-5', '5-1%1'].map((array) => ({ array })),
    { jobName: 'x'.repeat(500) },
    { mem: 'x' },
    ...[{ '-x': 'y' }, { nodes: '7' }, { comment: '' }].map((directives) => ({ directives })),
    ...['-x', '--ntasks=9', '--x=a\nb'].map((option) => ({ srun: [option] })),
  ])('%j', (slurm) => {
    expect(refusedBoth(slurm)).toEqual([true, true]);
  });

  test.each([
    ...['90', '5:00', '12:00:00', '1-0', '1-23:59:59', 'Unlimited'].map((time) => ({ time })),
    { array: '1-5%1' },
    { mem: '200G' },
    { directives: { reservation: 'spring' } },
    { srun: ['--mpi=none'] },
  ])('is not %j', (slurm) => {
    expect(refusedBoth(slurm)).toEqual([false, false]);
  });
});
