import { remember } from '../source/remember.ts';
import { codePoints } from '../source/source-file.ts';
import { deref, type Path, type Schema } from './schema-path.ts';

export interface ValidationError {
  /** Below the value that was validated. It grows from the inside out, so that a sound document needs none. */
  readonly path: (string | number)[];
  /** The requirement of the schema that the value does not meet. */
  readonly keyword: keyof Schema;
  /** As ajv names them. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** A map of a hundred thousand wrong values has as many errors. */
export const MAX_ERRORS = 1000;

/** Returns a function that finds all differences, at most MAX_ERRORS. */
export function createValidator(root: Schema, part: Schema = root) {
  return (value: unknown): readonly ValidationError[] => {
    const errors: ValidationError[] = [];
    check(root, part, value, errors);
    return errors;
  };
}

/**
 * Validates a document, and each item of the long lists and maps under these keys for itself: a validator returns a bounded
 * number of errors.
 */
export function createPartsValidator(root: Schema, ...keys: readonly string[]) {
  const parts = keys.map((key) => {
    const { items, additionalProperties, ...rest } = deref(root, root.properties?.[key] ?? {});
    const validate = createValidator(root, items ?? (additionalProperties as Schema));
    return { key, rest, isList: items !== undefined, validate };
  });
  const others = Object.fromEntries(parts.map(({ key, rest }) => [key, rest]));
  const validateWhole = createValidator({ ...root, properties: { ...root.properties, ...others } });
  return function* (
    value: unknown,
  ): Generator<{ readonly prefix: Path; readonly errors: readonly ValidationError[] }> {
    yield { prefix: [], errors: validateWhole(value) };
    for (const { key, isList, validate } of parts) {
      const part = isMap(value) ? value[key] : undefined;
      const listed = isList && Array.isArray(part) ? part.entries() : [];
      const named = !isList && isMap(part) ? Object.entries(part) : [];
      for (const [step, item] of isList ? listed : named)
        yield { prefix: [key, step], errors: validate(item) };
    }
  };
}

type Fields = Readonly<Record<string, unknown>>;

function check(root: Schema, reference: Schema, value: unknown, errors: ValidationError[]): void {
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

function refuse(errors: ValidationError[], keyword: keyof Schema, params: ValidationError['params']): void {
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

function checkNumber(schema: Schema, value: number, errors: ValidationError[]): void {
  const { minimum = value, maximum = value, exclusiveMinimum } = schema;
  if (!Number.isFinite(value)) return;
  if (value < minimum) refuse(errors, 'minimum', { limit: minimum });
  if (value > maximum) refuse(errors, 'maximum', { limit: maximum });
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    refuse(errors, 'exclusiveMinimum', { limit: exclusiveMinimum });
}

function checkText(schema: Schema, value: string, errors: ValidationError[]): void {
  const { pattern, minLength = 0, maxLength = value.length } = schema;
  if (value.length < 2 * minLength && codePoints(value) < minLength)
    refuse(errors, 'minLength', { limit: minLength });
  if (value.length > maxLength && codePoints(value) > maxLength)
    refuse(errors, 'maxLength', { limit: maxLength });
  if (pattern !== undefined && !formOf(pattern).test(value)) refuse(errors, 'pattern', { pattern });
}

const formOf = remember((pattern: string) => new RegExp(pattern, 'u'));

function checkList(root: Schema, schema: Schema, value: readonly unknown[], errors: ValidationError[]): void {
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
  errors: ValidationError[],
): void {
  const before = errors.length;
  check(root, schema, part, errors);
  for (let i = before; i < errors.length; i++) errors[i]?.path.unshift(step);
}

function checkMap(root: Schema, schema: Schema, value: Fields, errors: ValidationError[]): void {
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
