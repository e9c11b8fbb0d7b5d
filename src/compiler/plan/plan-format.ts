import type { LaunchPlan } from '../../generated/plan.ts';
import { planSchema } from '../../generated/schemas.ts';
import { deref, type Schema } from '../syntax/schema-path.ts';

/*
 * The schema says of each field that is younger than the format's first version since which one it is there (`x-since`),
 * and what a document without it means (`default`). Readers fill the defaults in, writers leave them out: so a plan that
 * does without the new has the bytes, and the digest, that it always had.
 */

/** The objects of one kind that have later fields, or hold others that have. */
export interface LaterFields {
  readonly fields: ReadonlyMap<string, { readonly minor: number; readonly value: unknown }>;
  readonly below: ReadonlyMap<string, LaterFields>;
}

type Fields = Record<string, unknown>;

/** Null if neither an object of this schema nor any in it has later fields. */
export function listLaterFields(schema: Schema, root: Schema = schema): LaterFields | null {
  const fields = new Map<string, { minor: number; value: unknown }>();
  const below = new Map<string, LaterFields>();
  for (const [key, named] of Object.entries(schema.properties ?? {})) {
    const field = deref(root, named);
    const { 'x-since': since, default: value = null } = field;
    if (since !== undefined) fields.set(key, { minor: minorOf(since), value });
    const later = listLaterFields(field.items === undefined ? field : deref(root, field.items), root);
    if (later !== null) below.set(key, later);
  }
  return fields.size + below.size === 0 ? null : { fields, below };
}

const minorOf = (version: string): number => Number(version.split('.')[1]);

export const LATER_FIELDS = listLaterFields(planSchema);

export const laterFieldsOf = (key: string, later: LaterFields | null): LaterFields | null =>
  later?.below.get(key) ?? null;

/** Gives a document that matches the schema, in place, the later fields that it does without. */
export function fillIn<T extends object>(document: T, later: LaterFields | null): T {
  visit([document], later, (objects, key, { value }) => {
    for (const object of objects) if (object[key] === undefined) object[key] = value;
  });
  return document;
}

/** The version of a plan is the lowest that has all that is in it, so that older readers know what they read. */
export function lowestMinor(document: object, later: LaterFields | null): number {
  let lowest = 0;
  visit([document], later, (objects, key, { minor, value }) => {
    if (minor > lowest && objects.some((object) => object[key] !== value)) lowest = minor;
  });
  return lowest;
}

/** Objects of one kind are seen together, field by field: a million ranks are looked at faster so. */
function visit(
  items: readonly unknown[],
  later: LaterFields | null,
  see: (objects: readonly Fields[], key: string, field: { minor: number; value: unknown }) => void,
): void {
  const objects = items.filter((item): item is Fields => typeof item === 'object' && item !== null);
  if (later === null || objects.length === 0) return;
  for (const [key, field] of later.fields) see(objects, key, field);
  // Nodes of one kind share their list of GPUs.
  for (const [key, inner] of later.below)
    for (const part of new Set(objects.map((object) => object[key])))
      visit(Array.isArray(part) ? part : [part], inner, see);
}

/** The plan as it is written: without what has its default. */
export function leaveOut<T>(document: T, later: LaterFields | null): T {
  if (later === null || typeof document !== 'object' || document === null) return document;
  if (Array.isArray(document)) return document.map((item) => leaveOut(item, later)) as T;
  const written: Fields = {}; // deleting from a copy would leave an object that is slow to write
  for (const [key, value] of Object.entries(document)) {
    const field = later.fields.get(key);
    if (field === undefined || field.value !== value)
      written[key] = leaveOut(value, laterFieldsOf(key, later));
  }
  return written as T;
}

/** The newest version of plan.json that this rankplan writes and knows all of. */
export const PLAN_FORMAT = `1.${LATER_FIELDS === null ? 0 : newestMinor(LATER_FIELDS)}`;

function newestMinor(later: LaterFields): number {
  const below = [...later.below.values()].map(newestMinor);
  const own = [...later.fields.values()].map(({ minor }) => minor);
  return [...own, ...below].reduce((newest, minor) => Math.max(newest, minor), 0);
}

/** Whether a plan's version has more than this rankplan knows of. */
export const isNewer = (version: unknown): boolean =>
  typeof version === 'string' && minorOf(version) > minorOf(PLAN_FORMAT);

export const withVersion = (plan: LaunchPlan): LaunchPlan => ({
  ...plan,
  formatVersion: `1.${lowestMinor(plan, LATER_FIELDS)}`,
});

/** The fields of a plan that this rankplan does not know, as `ranks[].rack`: each once, however many ranks have it. */
export function listUnknownFields(plan: object): readonly string[] {
  const unknown = new Set<string>();
  visitUnknown(plan, planSchema, '', unknown);
  return [...unknown];
}

function visitUnknown(value: unknown, given: Schema, path: string, unknown: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = deref(planSchema, given);
  if (Array.isArray(value)) {
    for (const item of value) visitUnknown(item, schema.items ?? {}, `${path}[]`, unknown);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`;
    const known = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
    if (known !== undefined) visitUnknown(inner, known, name, unknown);
    else if (typeof schema.additionalProperties !== 'object') unknown.add(name);
  }
}
