import type { LaunchPlan } from '../../generated/plan.ts';
import { planSchema } from '../../generated/schemas.ts';

/*
 * The schema says of each field that is younger than the format's first version since which one it is there (`x-since`),
 * and what a document without it means (`default`); `x-values-since` says the same of younger choices. Readers fill the
 * defaults in, writers leave them out: so a plan that does without the new has the bytes, and the digest, that it always had.
 */

/** A part of a schema, as far as this file looks at it. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly definitions?: Readonly<Record<string, FieldSchema>>;
  readonly default?: unknown;
  readonly 'x-since'?: string;
  readonly 'x-values-since'?: Readonly<Record<string, string>>;
}

/** The objects of one kind that have later fields, or hold others that have. */
export interface LaterFields {
  readonly fields: readonly { readonly key: string; readonly minor: number; readonly value: unknown }[];
  readonly choices: readonly { readonly key: string; readonly minors: ReadonlyMap<unknown, number> }[];
  readonly below: readonly { readonly key: string; readonly later: LaterFields }[];
}

type Fields = Record<string, unknown>;

/** Null where neither an object of this schema nor any in it has later fields. */
export function listLaterFields(schema: FieldSchema, root: FieldSchema = schema): LaterFields | null {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([key, field]) => [key, deref(root, field)] as const,
  );
  const fields = properties.flatMap(([key, field]) =>
    field['x-since'] === undefined
      ? []
      : [{ key, minor: minorOf(field['x-since']), value: field.default ?? null }],
  );
  const choices = properties.flatMap(([key, { 'x-values-since': since }]) =>
    since === undefined
      ? []
      : [
          {
            key,
            minors: new Map(Object.entries(since).map(([value, version]) => [value, minorOf(version)])),
          },
        ],
  );
  const below = properties.flatMap(([key, field]) => {
    const later = listLaterFields(field.items === undefined ? field : deref(root, field.items), root);
    return later === null ? [] : [{ key, later }];
  });
  return fields.length + choices.length + below.length === 0 ? null : { fields, choices, below };
}

const deref = (root: FieldSchema, schema: FieldSchema): FieldSchema =>
  root.definitions?.[schema.$ref?.replace('#/definitions/', '') ?? ''] ?? schema;

export const minorOf = (version: string): number => Number(version.split('.')[1]);

export const LATER_FIELDS = listLaterFields(planSchema);

/** The later fields of the objects under `key`. */
export const laterFieldsOf = (key: string, later: LaterFields | null): LaterFields | null =>
  later?.below.find((part) => part.key === key)?.later ?? null;

/** Gives a document that matches the schema, in place, the later fields that it does without. */
export function fillIn<T extends object>(document: T, later: LaterFields | null): T {
  visit([document], later, (objects, { fields }) => {
    for (const { key, value } of fields)
      for (const object of objects) if (object[key] === undefined) object[key] = value;
  });
  return document;
}

/** The version of a plan is the lowest that has all that is in it, so that older readers know what they read. */
export function lowestMinor(document: object, later: LaterFields | null): number {
  let lowest = 0;
  const raise = (minor = 0): void => {
    lowest = Math.max(lowest, minor);
  };
  visit([document], later, (objects, { fields, choices }) => {
    for (const { key, minor, value } of fields)
      if (objects.some((object) => object[key] !== value)) raise(minor);
    for (const { key, minors } of choices) for (const object of objects) raise(minors.get(object[key]));
  });
  return lowest;
}

/** Objects of one kind are seen together, field by field: a million ranks are looked at faster so. */
function visit(
  items: readonly unknown[],
  later: LaterFields | null,
  see: (objects: readonly Fields[], later: LaterFields) => void,
): void {
  const objects = items.filter((item): item is Fields => typeof item === 'object' && item !== null);
  if (later === null || objects.length === 0) return;
  see(objects, later);
  for (const { key, later: inner } of later.below) {
    // Nodes of one kind share their list of GPUs.
    for (const part of new Set(objects.map((object) => object[key])))
      visit(Array.isArray(part) ? part : [part], inner, see);
  }
}

/** The plan as it is written: without what has its default. */
export function leaveOut<T>(document: T, later: LaterFields | null): T {
  if (later === null || typeof document !== 'object' || document === null) return document;
  if (Array.isArray(document)) return document.map((item) => leaveOut(item, later)) as T;
  const written: Fields = {}; // deleting from a copy would leave an object that is slow to write
  for (const key of Object.keys(document)) {
    const value = (document as Fields)[key];
    if (later.fields.some((field) => field.key === key && field.value === value)) continue;
    const below = later.below.find((other) => other.key === key);
    written[key] = below === undefined ? value : leaveOut(value, below.later);
  }
  return written as T;
}

/** The newest version of plan.json that this rankplan writes and knows all of. */
export const PLAN_FORMAT = `1.${newestMinor(LATER_FIELDS)}`;

function newestMinor(later: LaterFields | null): number {
  if (later === null) return 0;
  const minors = [
    ...later.fields.map(({ minor }) => minor),
    ...later.choices.flatMap(({ minors: known }) => [...known.values()]),
    ...later.below.map(({ later: inner }) => newestMinor(inner)),
  ];
  return minors.reduce((newest, minor) => Math.max(newest, minor), 0);
}

/** Whether a plan's version has more than this rankplan knows of. */
export const isNewer = (version: unknown): boolean =>
  typeof version === 'string' && minorOf(version) > minorOf(PLAN_FORMAT);

/** The plan with the version that it needs. */
export const withVersion = (plan: LaunchPlan): LaunchPlan => ({
  ...plan,
  formatVersion: `1.${lowestMinor(plan, LATER_FIELDS)}`,
});
