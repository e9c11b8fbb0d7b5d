import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import planSchema from '../../schemas/plan.schema.json' with { type: 'json' };
import {
  fillIn,
  LATER_FIELDS,
  leaveOut,
  listLaterFields,
  lowestMinor,
  PLAN_FORMAT,
} from '../../src/compiler/plan/plan-format.ts';
import { renderPlan } from '../../src/compiler/plan/render-plan.ts';
import type { Schema } from '../../src/compiler/syntax/schema-path.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { planOf, planText } from '../compile-text.ts';
import { GOLDEN_CASES } from '../golden-cases.ts';
import { readBeside } from '../read-beside.ts';
import { parseSaved, readSaved } from '../saved-plans.ts';

/** The plans of the golden cases, as they are saved: their bytes, or their digests in scripts, are golden. */
const PLANS = GOLDEN_CASES.map(({ name, topology }) => {
  const plan = planOf(readFileSync(topology), readBeside(dirname(topology)));
  return { name, saved: JSON.parse(planText(plan) ?? '') as LaunchPlan };
});

const ROOT = planSchema as unknown as Schema & { definitions: Readonly<Record<string, Schema>> };

interface Field {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Every field of a plan, as `ranks[].gpu`, those of objects in lists too. */
function listFields(schema: Schema = ROOT, path = ''): readonly Field[] {
  const target = ROOT.definitions[schema.$ref?.replace('#/definitions/', '') ?? ''] ?? schema;
  const items = target.items === undefined ? [] : listItems(target.items, `${path}[]`);
  const own = Object.entries(target.properties ?? {}).flatMap(([key, field]) => {
    const name = path === '' ? key : `${path}.${key}`;
    const isRequired = target.required?.includes(key) === true;
    return [{ path: name, schema: field, isRequired }, ...listFields(field, name)];
  });
  return [...items, ...own];
}

const listItems = (items: Schema, path: string): readonly Field[] => [
  ...(items.enum === undefined ? [] : [{ path, schema: items, isRequired: false }]),
  ...listFields(items, path),
];

/** What a role has as a plan of one program does has the same definition, and is looked at there. */
const OF_A_PROGRAM = /^roles\[\]\.(mapping|workload|stages|launch)[.[]/;
const FIELDS = listFields().filter(({ path }) => !OF_A_PROGRAM.test(path));
const isLater = ({ schema }: Field): boolean => schema['x-since'] !== undefined;

describe('the schema', () => {
  test('has a default for each field that came later, and requires none of them', () => {
    const later = FIELDS.filter(isLater);
    expect(later.length).toBeGreaterThan(15);
    for (const { path, schema, isRequired } of later) {
      const isSimple = typeof schema.default !== 'object' || schema.default === null;
      expect({ path, hasDefault: 'default' in schema, isSimple, isRequired }).toEqual({
        ...{ path, hasDefault: true, isSimple: true, isRequired: false },
      });
    }
  });

  test('is open everywhere: a reader ignores what it does not know', () => {
    const closed = [{ path: '', schema: ROOT }, ...FIELDS].filter(
      ({ schema }) => schema.additionalProperties === false,
    );
    expect(closed).toEqual([]);
  });

  test('knows all that the newest version has', () => {
    const versions = FIELDS.flatMap(({ schema }) => schema['x-since'] ?? []);
    expect(versions).toContain(PLAN_FORMAT);
  });
});

/** Something later at each level of a document. */
const MADE_UP = {
  properties: {
    a: { properties: { old: {}, late: { 'x-since': '1.1', default: 7 } } },
    list: { items: { $ref: '#/definitions/item' } },
    last: { 'x-since': '1.3', default: null },
  },
  definitions: { item: { properties: { late: { 'x-since': '1.2', default: false } } } },
};
const MADE_UP_FIELDS = listLaterFields(MADE_UP);

describe('fields that came later', () => {
  const old = { a: { old: 1 }, list: [{}, { late: true }] };
  const read = { a: { old: 1, late: 7 }, list: [{ late: false }, { late: true }], last: null };

  test('are filled in on reading, and left out on writing where they have their default', () => {
    expect(fillIn(structuredClone(old), MADE_UP_FIELDS)).toEqual(read);
    expect(leaveOut(read, MADE_UP_FIELDS)).toEqual(old);
  });

  test.each([
    [{ ...read, list: [] }, 0],
    [{ ...read, a: { late: 8 }, list: [] }, 1],
    [read, 2],
    [{ ...read, last: 0 }, 3],
  ])('%j needs minor version %i', (document, minor) => {
    expect(lowestMinor(document, MADE_UP_FIELDS)).toBe(minor);
  });
});

const codes = (plan: object): readonly string[] => [
  ...new Set(parseSaved(plan).found.map(({ code }) => code)),
];

describe('a saved plan', () => {
  test.each(PLANS)('$name has all fields when it was read, and is written as it was', ({ saved }) => {
    const { plan, found } = parseSaved(saved);
    expect(found.filter(({ severity }) => severity !== 'note')).toEqual([]);
    if (plan === null) throw new Error('it was not read');
    for (const [section, value] of Object.entries({ '': plan, launch: plan.launch, slurm: plan.slurm })) {
      const keys = Object.keys((section === '' ? ROOT : ROOT.properties?.[section])?.properties ?? {});
      if (value !== null) expect(Object.keys(value)).toEqual(expect.arrayContaining(keys));
    }
    expect(JSON.parse(renderPlan(plan).join(''))).toEqual(saved);
  });

  test('is written with every field that a node, a GPU and a rank have', () => {
    const objectsOf = ({ nodes, ranks }: LaunchPlan) =>
      [
        ['node', nodes[0]],
        ['gpu', nodes[0]?.gpus[0]],
        ['rank', ranks[0]],
      ] as const;
    const fieldsOf = (kind: string) => Object.entries(ROOT.definitions[kind]?.properties ?? {});
    const plan = fillIn(readSaved('cases/mig'), LATER_FIELDS);
    // Later fields are written where they have not their default.
    for (const [kind, object] of objectsOf(plan))
      for (const [key, { 'x-since': since, examples }] of fieldsOf(kind))
        if (since !== undefined) Object.assign(object ?? {}, { [key]: examples?.[0] });
    const written = JSON.parse(renderPlan(plan).join('')) as LaunchPlan;
    for (const [kind, object] of objectsOf(written))
      expect(Object.keys(object ?? {}).sort(), kind).toEqual(
        fieldsOf(kind)
          .map(([key]) => key)
          .sort(),
      );
  });
});

/** Objects of a plan by path, as FIELDS has them. */
function* objectsAt(value: unknown, steps: readonly string[]): Iterable<Record<string, unknown>> {
  const [step, ...more] = steps;
  if (typeof value !== 'object' || value === null) return;
  if (step === undefined) yield value as Record<string, unknown>;
  else if (step === '[]') for (const item of value as unknown[]) yield* objectsAt(item, more);
  else yield* objectsAt((value as Record<string, unknown>)[step], more);
}

/** The corpus with the field at `path` changed, wherever a plan has it. */
function changed(
  path: string,
  version: string,
  change: (object: Record<string, unknown>, key: string) => void,
) {
  const steps = path.replaceAll('[]', '.[]').split('.');
  const key = steps.pop() ?? '';
  return PLANS.flatMap(({ saved }) => {
    const plan = { ...structuredClone(saved), formatVersion: version };
    const [object] = objectsAt(plan, steps);
    if (object === undefined || !Object.hasOwn(object, key)) return [];
    change(object, key);
    return [plan];
  });
}

const CHOICES = FIELDS.filter(({ schema, path }) => schema.enum !== undefined && !path.endsWith('[]'));

test('every field is in a golden plan', () => {
  const names = FIELDS.filter(({ path }) => !path.endsWith('[]')).map(({ path }) => path);
  const isSomewhere = (path: string): boolean => {
    const steps = path.replaceAll('[]', '.[]').split('.');
    const key = steps.pop() ?? '';
    return PLANS.some(({ saved }) =>
      [...objectsAt(saved, steps)].some((object) => Object.hasOwn(object, key)),
    );
  };
  expect(names.filter((path) => !isSomewhere(path))).toEqual([]);
});

describe('what this rankplan cannot read', () => {
  test.each(CHOICES.map(({ path }) => path))('an unknown choice in %s', (path) => {
    const withChoice = (version: string) =>
      changed(path, version, (object, key) => {
        object[key] = 'of-the-future';
      });
    const newer = withChoice('1.99');
    expect(newer.length).toBeGreaterThan(0);
    for (const plan of newer) expect(codes(plan)).toEqual(['RP4004']);
    for (const plan of withChoice('1.0')) expect(codes(plan)).toEqual(['RP1104']);
    expect(parseSaved(newer[0] ?? {}).found[0]?.help).toContain('as new as');
  });

  test.each(['2.0', '0.9', '10.1'])('format %s', (version) => {
    expect(codes({ ...readSaved('examples/heterogeneous'), formatVersion: version })).toEqual(['RP4004']);
  });
});

test('what has no later fields is not looked at', () => {
  expect([...(LATER_FIELDS?.below.keys() ?? [])]).toEqual(
    'mapping workload launch slurm roles nodes ranks'.split(' '),
  );
});
