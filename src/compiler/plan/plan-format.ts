import type { LaunchPlan } from '../../generated/plan.ts';
import { planSchema } from '../../generated/schemas.ts';
import { deref, type Schema } from '../syntax/schema-path.ts';

/*
 * The schema says of each field that is younger than the format's first version since which one it is there (`x-since`),
 * and what a document without it means (`default`); `x-values-since` says the same of younger choices. Readers fill the
 * defaults in, writers leave them out: so a plan that does without the new has the bytes, and the digest, that it always had.
 */

/** The objects of one kind that have later fields, or hold others that have. */
export interface LaterFields {
  readonly fields: readonly LaterField[];
  readonly below: readonly { readonly key: string; readonly later: LaterFields }[];
}

/** A field that came later, or has choices that did. */
interface LaterField {
  readonly key: string;
  /** Null if only choices came later. */
  readonly minor: number | null;
  readonly value: unknown;
  readonly minors: ReadonlyMap<unknown, number>;
}

type Fields = Record<string, unknown>;

/** Null if neither an object of this schema nor any in it has later fields. */
export function listLaterFields(schema: Schema, root: Schema = schema): LaterFields | null {
  const fields: LaterField[] = [];
  const below: { key: string; later: LaterFields }[] = [];
  for (const [key, named] of Object.entries(schema.properties ?? {})) {
    const field = deref(root, named);
    const { 'x-since': since, 'x-values-since': choices = {}, default: value = null } = field;
    const minors = new Map(Object.entries(choices).map(([choice, version]) => [choice, minorOf(version)]));
    const minor = since === undefined ? null : minorOf(since);
    if (minor !== null || minors.size > 0) fields.push({ key, minor, value, minors });
    const later = listLaterFields(field.items === undefined ? field : deref(root, field.items), root);
    if (later !== null) below.push({ key, later });
  }
  return fields.length + below.length === 0 ? null : { fields, below };
}

const minorOf = (version: string): number => Number(version.split('.')[1]);

export const LATER_FIELDS = listLaterFields(planSchema);

/** The later fields of the objects under `key`. */
export const laterFieldsOf = (key: string, later: LaterFields | null): LaterFields | null =>
  later?.below.find((part) => part.key === key)?.later ?? null;

/** Gives a document that matches the schema, in place, the later fields that it does without. */
export function fillIn<T extends object>(document: T, later: LaterFields | null): T {
  visit([document], later, (objects, { fields }) => {
    for (const { key, minor, value } of fields)
      if (minor !== null) for (const object of objects) if (object[key] === undefined) object[key] = value;
  });
  return document;
}

/** The version of a plan is the lowest that has all that is in it, so that older readers know what they read. */
export function lowestMinor(document: object, later: LaterFields | null): number {
  let lowest = 0;
  visit([document], later, (objects, { fields }) => {
    for (const { key, minor, value, minors } of fields) {
      if (minor !== null && objects.some((object) => object[key] !== value)) lowest = Math.max(lowest, minor);
      if (minors.size > 0)
        for (const object of objects) lowest = Math.max(lowest, minors.get(object[key]) ?? 0);
    }
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
    if (later.fields.some((field) => field.key === key && field.minor !== null && field.value === value))
      continue;
    const below = later.below.find((other) => other.key === key);
    written[key] = below === undefined ? value : leaveOut(value, below.later);
  }
  return written as T;
}

/** The newest version of plan.json that this rankplan writes and knows all of. */
export const PLAN_FORMAT = `1.${newestMinor(LATER_FIELDS)}`;

function newestMinor(later: LaterFields | null): number {
  if (later === null) return 0;
  const own = later.fields.flatMap(({ minor, minors }) => [minor ?? 0, ...minors.values()]);
  const below = later.below.map(({ later: inner }) => newestMinor(inner));
  return [...own, ...below].reduce((newest, minor) => Math.max(newest, minor), 0);
}

/** Whether a plan's version has more than this rankplan knows of. */
export const isNewer = (version: unknown): boolean =>
  typeof version === 'string' && minorOf(version) > minorOf(PLAN_FORMAT);

/** The plan with the version that it needs. */
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
