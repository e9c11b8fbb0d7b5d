import { topologySchema } from '../generated/schemas.ts';
import type { Path } from './locate.ts';

/** What the JSON Schema says of one value, as far as an editor shows it. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly enumDescriptions?: readonly string[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

const ROOT = topologySchema as Schema & { readonly definitions: Readonly<Record<string, Schema>> };

/** What the schema says of the value at a path; null where nothing may stand there. */
export function schemaAt(path: Path): Schema | null {
  let schema: Schema | null = ROOT;
  for (const step of path) {
    if (schema === null) return null;
    schema = resolveRef(typeof step === 'number' ? schema.items : entryOf(schema, step));
  }
  return schema;
}

function entryOf({ properties, additionalProperties }: Schema, key: string): Schema | undefined {
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** A key may say something of its own beside what it refers to. */
function resolveRef(schema: Schema | undefined): Schema | null {
  if (schema === undefined) return null;
  const name = /^#\/definitions\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
  const target = name === undefined ? undefined : ROOT.definitions[name];
  return target === undefined ? schema : { ...target, ...schema };
}

export const describeSchema = ({ markdownDescription, description }: Schema): string =>
  markdownDescription ?? description ?? '';

export const allows = ({ type }: Schema, kind: string): boolean =>
  type === kind || (Array.isArray(type) && type.includes(kind));
