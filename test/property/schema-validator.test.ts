import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SCHEMAS, type SchemaName } from '../../src/compiler/syntax/explain-schema-error.ts';
import {
  createPartsValidator,
  createValidator,
  MAX_ERRORS,
} from '../../src/compiler/syntax/schema-validator.ts';
import { planOf, planText } from '../compile-text.ts';
import { createDice, mutate } from '../mutate-document.ts';
import { runs } from '../stage.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const EXAMPLES = ['any-nodes', 'domains', 'heterogeneous', 'pipeline', 'requeue', 'shares', 'slurm'];
const TOPOLOGIES = EXAMPLES.map((name) => parse(read(`examples/${name}/topology.yaml`)) as object);
const INVENTORIES = ['examples/measured/inventory/a1.json', 'test/reasonable/inventory/lab9.json'];

const DOCUMENTS: Readonly<Record<SchemaName, readonly object[]>> = {
  topology: TOPOLOGIES,
  inventory: INVENTORIES.map((path) => JSON.parse(read(path)) as object),
  plan: TOPOLOGIES.map((topology) => JSON.parse(planText(planOf(topology)) ?? '') as object),
};

/** What ajv finds, as our validator says it. */
function createReference(schema: object): (value: unknown) => readonly string[] {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
  return (value) => {
    validate(value);
    return (validate.errors ?? [])
      .filter(({ keyword, propertyName }) => propertyName === undefined || keyword === 'propertyNames')
      .map(({ instancePath, keyword, params: { comparison: _, ...params } }) =>
        describeError(instancePath, keyword, params),
      )
      .sort();
  };
}

const describeError = (pointer: string, keyword: string, params: object): string =>
  `${pointer}: ${keyword} ${JSON.stringify(params)}`;

const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

test.each(['topology', 'inventory', 'plan'] as const)('errors of a mutated %s are those of ajv', (name) => {
  const reference = createReference(SCHEMAS[name]);
  const validate = createValidator(SCHEMAS[name]);
  const dice = createDice(24);
  const keywords = new Set<string>();
  for (const document of DOCUMENTS[name]) {
    expect(validate(document)).toEqual([]);
    for (let i = 0; i < runs(2000, 100); i++) {
      const mutated = mutate(document, dice);
      const errors = validate(mutated);
      for (const { keyword } of errors) keywords.add(keyword);
      const found = errors.map(({ path, keyword, params }) =>
        describeError(pointerOf(path), keyword, params),
      );
      expect(found.sort(), JSON.stringify(mutated)).toEqual(reference(mutated));
    }
  }
  expect(keywords.size).toBeGreaterThan(6);
});

test('characters are counted, not the places that they take', () => {
  const validate = createValidator({ minLength: 2, maxLength: 3 });
  const refused = ['a', '🦊', 'abcd', '🦊🦊🦊🦊'];
  for (const text of ['ab', '🦊🦊', '🦊🦊🦊']) expect(validate(text)).toEqual([]);
  for (const text of refused) expect(validate(text), text).toHaveLength(1);
});

test('errors are bounded, for each item of a list that is validated by itself', () => {
  const list = { properties: { items: { type: 'array', items: { type: 'string' } } } };
  const value = { items: Array.from({ length: 2 * MAX_ERRORS }, () => 1) };
  expect(createValidator(list)(value)).toHaveLength(MAX_ERRORS);
  const parts = [...createPartsValidator(list, 'items')(value)];
  expect(parts[0]?.errors).toEqual([]);
  expect(parts.slice(1).map(({ errors }) => errors.length)).toEqual(value.items);
});

test('the schemas use only keywords that the validator knows', () => {
  const known = new Set([
    ...['$ref', 'definitions', 'type', 'const', 'enum', 'minimum', 'maximum', 'exclusiveMinimum'],
    ...['pattern', 'minLength', 'maxLength', 'items', 'minItems', 'maxItems'],
    ...['properties', 'required', 'propertyNames', 'additionalProperties', 'minProperties', 'maxProperties'],
  ]);
  const annotations =
    /^(\$schema|\$id|title|description|examples|default|markdownDescription|enumDescriptions|defaultSnippets|x-.*)$/;
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [keyword, value] of Object.entries(schema)) {
      if (annotations.test(keyword)) continue;
      expect(known).toContain(keyword);
      if (keyword === 'properties' || keyword === 'definitions')
        Object.values(value as object).forEach(visit);
      else if (['items', 'propertyNames', 'additionalProperties'].includes(keyword)) visit(value);
    }
  };
  for (const schema of Object.values(SCHEMAS)) visit(schema);
});
