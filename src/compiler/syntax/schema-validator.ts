import { deref, type Path, type Schema } from './schema-path.ts';

/** One difference between a value and its schema. */
export interface ValidationError {
  /** Below the value that was validated. */
  readonly path: Path;
  /** What the schema asks for, and the value does not meet. */
  readonly keyword: keyof Schema;
  /** As ajv names them. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns all differences, at most MAX_ERRORS. */
export type Validator = (value: unknown) => readonly ValidationError[];

/** A map of a hundred thousand wrong values has as many errors. */
export const MAX_ERRORS = 1000;

/** A validator of the values that a schema, or a part of it, describes. */
export function createValidator(root: Schema, part: Schema = root): Validator {
  const check = makeCheck({ root, checks: new Map() }, part);
  return (value) => {
    const errors: GrowingError[] = [];
    check(value, errors);
    return errors;
  };
}

/** A schema that says nothing of the items under these keys: long lists are validated an item at a time. */
export function withoutItems(schema: Schema, ...keys: readonly string[]): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([key, property]) => {
    const { items: _items, additionalProperties: _others, ...rest } = property;
    return [key, keys.includes(key) ? rest : property] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** An error gets its path from the inside out, so that a sound document needs none. */
interface GrowingError extends ValidationError {
  readonly path: (string | number)[];
}

type Check = (value: unknown, errors: GrowingError[]) => void;
type Fields = Readonly<Record<string, unknown>>;

interface Context {
  readonly root: Schema;
  readonly checks: Map<Schema, Check>;
}

/** The check of a schema; each part is made when a document first has it. */
function makeCheck(context: Context, reference: Schema): Check {
  const schema = deref(context.root, reference);
  const known = context.checks.get(schema);
  if (known !== undefined) return known;
  const { type, enum: allowedValues } = schema;
  const checks: Check[] = [];
  if (type !== undefined) checks.push(checkType(type));
  if ('const' in schema) {
    const allowedValue = schema.const;
    checks.push((value, errors) => {
      if (value !== allowedValue) refuse(errors, 'const', { allowedValue });
    });
  }
  if (allowedValues !== undefined) {
    checks.push((value, errors) => {
      if (!allowedValues.includes(value)) refuse(errors, 'enum', { allowedValues });
    });
  }
  checks.push(...checksOfNumber(schema), ...checksOfText(schema));
  checks.push(...checksOfList(context, schema), ...checksOfMap(context, schema));
  const [only] = checks;
  const check: Check =
    only !== undefined && checks.length === 1
      ? only
      : (value, errors) => {
          for (const one of checks) one(value, errors);
        };
  context.checks.set(schema, check);
  return check;
}

function refuse(errors: GrowingError[], keyword: keyof Schema, params: ValidationError['params']): void {
  if (errors.length < MAX_ERRORS) errors.push({ path: [], keyword, params });
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isMap,
};

function checkType(type: string | readonly string[]): Check {
  const tests = [type].flat().map((name) => TYPES[name] ?? (() => false));
  const [first = () => false, ...others] = tests;
  return (value, errors) => {
    if (!first(value) && !others.some((test) => test(value))) refuse(errors, 'type', { type });
  };
}

function checksOfNumber({ minimum, maximum, exclusiveMinimum }: Schema): Check[] {
  if (minimum === undefined && maximum === undefined && exclusiveMinimum === undefined) return [];
  return [
    (value, errors) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return;
      if (minimum !== undefined && value < minimum) refuse(errors, 'minimum', { limit: minimum });
      if (maximum !== undefined && value > maximum) refuse(errors, 'maximum', { limit: maximum });
      if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
        refuse(errors, 'exclusiveMinimum', { limit: exclusiveMinimum });
    },
  ];
}

function checksOfText({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): Check[] {
  if (pattern === undefined && minLength === 0 && maxLength === Number.POSITIVE_INFINITY) return [];
  const form = pattern === undefined ? null : new RegExp(pattern, 'u');
  return [
    (value, errors) => {
      if (typeof value !== 'string') return;
      if (value.length < 2 * minLength && countCharacters(value) < minLength)
        refuse(errors, 'minLength', { limit: minLength });
      if (value.length > maxLength && countCharacters(value) > maxLength)
        refuse(errors, 'maxLength', { limit: maxLength });
      if (form !== null && !form.test(value)) refuse(errors, 'pattern', { pattern });
    },
  ];
}

/** Code points, of which some take two places of a text. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function checksOfList(
  context: Context,
  { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Schema,
): Check[] {
  if (items === undefined && minItems === 0 && maxItems === Number.POSITIVE_INFINITY) return [];
  let checkItem: Check | undefined;
  return [
    (value, errors) => {
      if (!Array.isArray(value)) return;
      if (value.length < minItems) refuse(errors, 'minItems', { limit: minItems });
      if (value.length > maxItems) refuse(errors, 'maxItems', { limit: maxItems });
      if (items === undefined) return;
      checkItem ??= makeCheck(context, items);
      for (let i = 0; i < value.length; i++) checkBelow(checkItem, value[i], i, errors);
    },
  ];
}

/** Checks a part of a value; its errors are below `step`. */
function checkBelow(check: Check, part: unknown, step: string | number, errors: GrowingError[]): void {
  const before = errors.length;
  check(part, errors);
  for (let i = before; i < errors.length; i++) errors[i]?.path.unshift(step);
}

function checksOfMap(context: Context, schema: Schema): Check[] {
  const { properties, required = [], minProperties = 0 } = schema;
  const { maxProperties = Number.POSITIVE_INFINITY } = schema;
  const checks: Check[] = [];
  if (minProperties > 0 || maxProperties !== Number.POSITIVE_INFINITY) {
    checks.push((value, errors) => {
      const count = Object.keys(value as Fields).length;
      if (count < minProperties) refuse(errors, 'minProperties', { limit: minProperties });
      if (count > maxProperties) refuse(errors, 'maxProperties', { limit: maxProperties });
    });
  }
  if (required.length > 0) {
    checks.push((value, errors) => {
      for (const missingProperty of required)
        if ((value as Fields)[missingProperty] === undefined) refuse(errors, 'required', { missingProperty });
    });
  }
  checks.push(...checksOfKeys(context, schema));
  if (properties !== undefined) checks.push(checkProperties(context, properties));
  if (checks.length === 0) return [];
  return [
    (value, errors) => {
      if (isMap(value)) for (const check of checks) check(value, errors);
    },
  ];
}

function checkProperties(context: Context, properties: NonNullable<Schema['properties']>): Check {
  const fields = Object.entries(properties).map(([key, schema]) => ({
    key,
    schema,
    check: null as Check | null,
  }));
  return (value, errors) => {
    for (const field of fields) {
      const part = (value as Fields)[field.key];
      if (part === undefined) continue;
      field.check ??= makeCheck(context, field.schema);
      checkBelow(field.check, part, field.key, errors);
    }
  };
}

/** The names of keys, and the values of those that the schema does not name. */
function checksOfKeys(
  context: Context,
  { properties = {}, propertyNames, additionalProperties = true }: Schema,
): Check[] {
  if (propertyNames === undefined && additionalProperties === true) return [];
  const checkName = propertyNames === undefined ? null : makeCheck(context, propertyNames);
  const checkOther =
    typeof additionalProperties === 'object' ? makeCheck(context, additionalProperties) : null;
  return [
    (value, errors) => {
      for (const key of Object.keys(value as Fields)) {
        const mistakes: GrowingError[] = [];
        checkName?.(key, mistakes);
        if (mistakes.length > 0) refuse(errors, 'propertyNames', { propertyName: key });
        if (Object.hasOwn(properties, key)) continue;
        if (checkOther !== null) checkBelow(checkOther, (value as Fields)[key], key, errors);
        else if (additionalProperties === false)
          refuse(errors, 'additionalProperties', { additionalProperty: key });
      }
    },
  ];
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
