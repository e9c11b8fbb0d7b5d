import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import planSchema from '../../schemas/plan.schema.json' with { type: 'json' };
import { mapPlan } from '../../src/compiler/plan/check-plan.ts';
import { mapRoles } from '../../src/compiler/plan/check-roles-plan.ts';
import { listReplicas, planOfReplica } from '../../src/compiler/plan/replica-plan.ts';
import { EMITTERS } from '../../src/emitters/emit-plan.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { compileText, planOf } from '../compile-text.ts';
import { readBeside } from '../read-beside.ts';

/*
 * A field of the plan that nothing reads promises what does not happen: `launch.nice` would be accepted, and ranks would
 * start as nice as ever. So plans are watched while they are emitted and checked, and each field must have been looked at.
 */

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

const root = planSchema as unknown as Schema;

/** The fields that hold no others, as `nodes.gpus.uuid`. */
function listFields(schema: Schema, path: readonly string[] = []): readonly string[] {
  const own = schema.$ref === undefined ? schema : root.definitions?.[schema.$ref.split('/').at(-1) ?? ''];
  if (own?.items !== undefined && listFields(own.items).join() !== '') return listFields(own.items, path);
  const below = Object.entries(own?.properties ?? {});
  return below.length === 0
    ? [path.join('.')]
    : below.flatMap(([key, inner]) => listFields(inner, [...path, key]));
}

/** The same value, which notes in `seen` what is asked of it. What copies a whole object reads none of its fields. */
function watch<T>(value: T, seen: Set<string>, path = ''): T {
  if (typeof value !== 'object' || value === null) return value;
  let isCopied = false;
  return new Proxy(value as object, {
    ownKeys: (target) => {
      isCopied = true;
      return Reflect.ownKeys(target);
    },
    get: (target, key) => {
      const inner: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol' || Array.isArray(target)) return watch(inner, seen, path);
      const at = path === '' ? key : `${path}.${key}`;
      if (!isCopied) seen.add(at);
      return watch(inner, seen, at);
    },
  }) as T;
}

const plans = ['test/golden/cases', 'examples']
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, 'topology.yaml')))
  .filter((path) => existsSync(path))
  .flatMap((path) => compileText(readFileSync(path, 'utf8'), readBeside(dirname(path))).plan ?? []);

const STAGED = planOf({
  nodes: [{ hosts: 'a', gpus: { count: 4, model: 'A100', memory: '80GiB' } }],
  stages: { layers: 8, embedding: 1, head: 1, memory: { perLayer: '1GiB' } },
  launch: { parallel: { pp: 4 } },
});

function listRead(all: readonly LaunchPlan[]): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const plan of all.map((plain) => watch(plain, seen))) {
    if (plan.roles === null) mapPlan(plan);
    else mapRoles(plan);
    for (const emitter of EMITTERS)
      if (emitter.refuse(plan) === null) for (const _ of emitter.emit({ plan, planDigest: '0'.repeat(64) }));
  }
  return seen;
}

/** Read by neither, but by this file. */
const READERS: Readonly<Record<string, string>> = {
  formatVersion: 'src/compiler/plan/parse-plan.ts',
  'launch.stallAfterSeconds': 'src/runtime/hosts/watch-ranks.ts',
  'launch.remote.command': 'src/runtime/hosts/reach-host.ts',
  'launch.remote.user': 'src/runtime/hosts/reach-host.ts',
  'launch.remote.port': 'src/runtime/hosts/reach-host.ts',
  'launch.remote.directory': 'src/runtime/hosts/site-hosts.ts',
  'ranks.why': 'src/review/show/list-slots.ts',
  'roles.processes': 'src/review/roles/describe-roles.ts',
};

/** What a role has as a plan of one program does is read where that is: each replica is a plan of its own. */
const OF_A_PROGRAM = ['backend', 'visibility', 'mapping', 'workload', 'stages', 'launch'];
const isOfProgram = (field: string): boolean => {
  const [top, key = ''] = field.split('.');
  return top === 'roles' && OF_A_PROGRAM.includes(key);
};

test('the plan of a replica has what its role says', () => {
  const plan = plans.find(({ roles }) => roles !== null);
  const [one] = plan === undefined ? [] : listReplicas(plan);
  if (plan === undefined || one === undefined) throw new Error('no case has roles');
  const own: Readonly<Record<string, unknown>> = { ...planOfReplica(plan, one) };
  for (const key of OF_A_PROGRAM) expect(own[key]).toBe({ ...one.role }[key as 'launch']);
});

describe('a field of the plan', () => {
  const read = listRead([...plans, STAGED]);
  const fields = listFields(root).filter((field) => !isOfProgram(field));

  test('is listed', () => expect(fields).toContain('nodes.gpus.uuid'));

  test.each(fields.filter((field) => READERS[field] === undefined))('%s is read', (field) =>
    expect(read).toContain(field),
  );

  test.each(Object.entries(READERS))('%s is read by %s, and by no emitter', (field, path) => {
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`\\b${field.split('.').at(-1)}\\b`));
    expect(read).not.toContain(field);
  });
});

test('a field that nothing reads is found, also where all of `launch` is copied', () => {
  const seen = new Set<string>();
  const { launch } = watch({ launch: { nice: 1, setup: ['a'] } }, seen);
  expect({ ...launch }.setup[0]).toBe('a');
  expect([...seen]).toEqual(['launch']);
  expect(watch({ launch: { nice: 1 } }, seen).launch.nice).toBe(1);
  expect(seen).toContain('launch.nice');
});
