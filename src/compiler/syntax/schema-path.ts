/** What our schemas use of JSON Schema draft-07. */
export interface Schema {
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly enumDescriptions?: readonly string[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Since which version of the plan's format a field is there (`plan-format.ts`). */
  readonly 'x-since'?: string;
}

export type Path = readonly (string | number)[];

/** What a schema says of the value at a path; null if nothing may stand there. */
export function findSchema(root: Schema, path: Path): Schema | null {
  let schema = root;
  for (const step of path) {
    const { additionalProperties, properties = {}, items } = schema;
    const open = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    const below =
      typeof step === 'number' ? items : Object.hasOwn(properties, step) ? properties[step] : open;
    if (below === undefined) return null;
    schema = deref(root, below);
  }
  return schema;
}

export const schemaAt = (root: Schema, path: Path): Schema => findSchema(root, path) ?? {};

/** Whether a text may stand where the schema has this pattern, or none. */
export const allowsText = (pattern: string | null | undefined, text: string): boolean =>
  pattern == null || new RegExp(pattern, 'u').test(text);

/** The paths of all maps that have a key: `launch.parallel`, `nodes[].gpus.count`. */
export function placesOf(root: Schema, key: string): readonly string[] {
  const found: string[] = [];
  const visit = (schema: Schema, path: string, outer: readonly Schema[]): void => {
    const { properties = {}, items, additionalProperties } = deref(root, schema);
    for (const [name, inner] of Object.entries(properties)) {
      const at = path === '' ? name : `${path}.${name}`;
      if (name === key) found.push(at);
      if (!outer.includes(inner)) visit(inner, at, [...outer, inner]);
    }
    if (items !== undefined) visit(items, `${path}[]`, outer);
    if (typeof additionalProperties === 'object') visit(additionalProperties, `${path}.NAME`, outer);
  };
  visit(root, '', []);
  return found;
}

export const deref = (root: Schema, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (root.definitions?.[schema.$ref.slice('#/definitions/'.length)] ?? {});

export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) value = (value as Record<string | number, unknown>)[step];
  return value;
}

export const pathName = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);

export const lastName = (path: Path): string => {
  const names = path.filter((step) => typeof step === 'string');
  const last = path[path.length - 1];
  const name = names[names.length - 1] ?? 'the document';
  return typeof last === 'number' ? `${name}[${last}]` : name;
};
