import { remember } from '../source/remember.ts';
import { codePoints } from '../source/source-file.ts';
import { deref, type Path, type Schema } from './schema-path.ts';

/** One difference between a value and its schema. */
export interface ValidationError {
  /** Below the value that was validated. */
  readonly path: Path;
  /** The requirement of the schema that the value does not meet. */
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
  return (value) => {
    const errors: GrowingError[] = [];
    check(root, part, value, errors);
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

type Fields = Readonly<Record<string, unknown>>;

/** Checks a value against the part of a schema that describes it. */
function check(root: Schema, reference: Schema, value: unknown, errors: GrowingError[]): void {
  const schema = deref(root, reference);
  const { type, enum: allowedValues } = schema;
  if (type !== undefined && !hasType(type, value)) refuse(errors, 'type', { type });
  if ('const' in schema && value !== schema.const) refuse(errors, 'const', { allowedValue: schema.const });
  if (allowedValues?.includes(value) === false) refuse(errors, 'enum', { allowedValues });
  if (typeof value === 'string') checkText(schema, value, errors);
  else if (typeof value === 'number') checkNumber(schema, value, errors);
  else if (Array.isArray(value)) checkList(root, schema, value, errors);
  else if (isMap(value)) checkMap(root, schema, value, errors);
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

const hasType = (type: string | readonly string[], value: unknown): boolean =>
  typeof type === 'string' ? TYPES[type]?.(value) === true : type.some((one) => hasType(one, value));

function checkNumber(
  { minimum, maximum, exclusiveMinimum }: Schema,
  value: number,
  errors: GrowingError[],
): void {
  if (!Number.isFinite(value)) return;
  if (minimum !== undefined && value < minimum) refuse(errors, 'minimum', { limit: minimum });
  if (maximum !== undefined && value > maximum) refuse(errors, 'maximum', { limit: maximum });
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    refuse(errors, 'exclusiveMinimum', { limit: exclusiveMinimum });
}

function checkText(
  { pattern, minLength = 0, maxLength }: Schema,
  value: string,
  errors: GrowingError[],
): void {
  if (value.length < 2 * minLength && codePoints(value) < minLength)
    refuse(errors, 'minLength', { limit: minLength });
  if (maxLength !== undefined && value.length > maxLength && codePoints(value) > maxLength)
    refuse(errors, 'maxLength', { limit: maxLength });
  if (pattern !== undefined && !formOf(pattern).test(value)) refuse(errors, 'pattern', { pattern });
}

const formOf = remember((pattern: string) => new RegExp(pattern, 'u'));

function checkList(root: Schema, schema: Schema, value: readonly unknown[], errors: GrowingError[]): void {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (value.length < minItems) refuse(errors, 'minItems', { limit: minItems });
  if (value.length > maxItems) refuse(errors, 'maxItems', { limit: maxItems });
  if (items === undefined) return;
  for (let i = 0; i < value.length; i++) checkBelow(root, items, value[i], i, errors);
}

/** Checks a part of a value; its errors are below `step`. */
function checkBelow(
  root: Schema,
  schema: Schema,
  part: unknown,
  step: string | number,
  errors: GrowingError[],
): void {
  const before = errors.length;
  check(root, schema, part, errors);
  for (let i = before; i < errors.length; i++) errors[i]?.path.unshift(step);
}

function checkMap(root: Schema, schema: Schema, value: Fields, errors: GrowingError[]): void {
  const { properties = {}, required = [], propertyNames, additionalProperties = true } = schema;
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = schema;
  const keys = Object.keys(value);
  if (keys.length < minProperties) refuse(errors, 'minProperties', { limit: minProperties });
  if (keys.length > maxProperties) refuse(errors, 'maxProperties', { limit: maxProperties });
  for (const missingProperty of required)
    if (value[missingProperty] === undefined) refuse(errors, 'required', { missingProperty });
  for (const key of keys) {
    if (propertyNames !== undefined && createValidator(root, propertyNames)(key).length > 0)
      refuse(errors, 'propertyNames', { propertyName: key });
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property !== undefined) checkBelow(root, property, value[key], key, errors);
    else if (additionalProperties === false)
      refuse(errors, 'additionalProperties', { additionalProperty: key });
    else if (additionalProperties !== true) checkBelow(root, additionalProperties, value[key], key, errors);
  }
}

export function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
