import { planSchema } from '../../generated/schemas.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

const ROOT: Schema = planSchema;

/** The fields of a plan that this rankplan does not know, as `ranks[].rack`: each once, however many ranks have it. */
export function listUnknownFields(plan: object): readonly string[] {
  const unknown = new Set<string>();
  visit(plan, ROOT, '', unknown);
  return [...unknown];
}

function visit(value: unknown, given: Schema, path: string, unknown: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = ROOT.definitions?.[given.$ref?.replace('#/definitions/', '') ?? ''] ?? given;
  if (Array.isArray(value)) {
    for (const item of value) visit(item, schema.items ?? {}, `${path}[]`, unknown);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`;
    const known = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
    if (known !== undefined) visit(inner, known, name, unknown);
    else if (typeof schema.additionalProperties !== 'object') unknown.add(name);
  }
}
