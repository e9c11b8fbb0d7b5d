import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_RESTARTS } from '../../src/cli/run/read-run-options.ts';
import { STRATEGIES } from '../../src/compiler/mapping/strategies.ts';
import { MAX_GRACE_SECONDS } from '../../src/compiler/values/quantities.ts';

test('the schemas offer exactly the strategies and orders that exist', () => {
  const { definitions } = JSON.parse(readFileSync('schemas/topology.schema.json', 'utf8'));
  const plan = JSON.parse(readFileSync('schemas/plan.schema.json', 'utf8'));
  for (const { strategy } of [definitions.mapping.properties, plan.definitions.mapping.properties])
    expect(strategy.enum).toEqual(STRATEGIES.map(({ name }) => name));
  expect([...definitions.mapping.properties.order.enum].sort()).toEqual(
    [...new Set(STRATEGIES.flatMap(({ orders }) => orders))].sort(),
  );
});

test('grace and restarts have one range, wherever they are given', () => {
  const plan = JSON.parse(readFileSync('schemas/plan.schema.json', 'utf8'));
  expect(plan.definitions.launch.properties.graceSeconds.maximum).toBe(MAX_GRACE_SECONDS);
  const words = readFileSync('native/exec/ranks/member-words.c', 'utf8');
  expect(words).toMatch(new RegExp(`MOST_SECONDS = ${MAX_GRACE_SECONDS}\\b`));
  expect(Number(/MOST_ATTEMPTS = (\d+)/.exec(words)?.[1])).toBeGreaterThanOrEqual(MAX_RESTARTS);
});

test.each(['topology', 'inventory', 'plan', 'diagnostics', 'audit'])(
  'each property of the %s schema has a description and an example',
  (name) => {
    const schema = JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));
    const lacking: string[] = [];
    let properties = 0;
    const resolve = (part: Schema): Schema =>
      part.$ref === undefined
        ? part
        : (schema.definitions[part.$ref.replace('#/definitions/', '')] as Schema);
    const visit = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null) return;
      for (const [key, value] of Object.entries((part as Schema).properties ?? {})) {
        properties++;
        const { description, examples } = resolve(value);
        if (description === undefined || examples === undefined || examples.length === 0)
          lacking.push(`${path}.${key}`);
      }
      for (const [key, value] of Object.entries(part)) if (key !== 'examples') visit(value, `${path}/${key}`);
    };
    visit(schema, name);
    expect(properties).toBeGreaterThan(5);
    expect(lacking).toEqual([]);
  },
);

test('in the topology schema keys of two names have help of their own', () => {
  const users = new Map<string, Set<string>>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, { $ref }] of Object.entries((part as Schema).properties ?? {}))
      if ($ref !== undefined) users.set($ref, (users.get($ref) ?? new Set()).add(key));
    for (const [key, value] of Object.entries(part)) if (key !== 'examples') visit(value);
  };
  visit(JSON.parse(readFileSync('schemas/topology.schema.json', 'utf8')));
  expect(users.size).toBeGreaterThan(2);
  expect([...users].filter(([, keys]) => keys.size > 1)).toEqual([]);
});

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
