export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

export type Path = readonly (string | number)[];

export function schemaAt(root: Schema, path: Path): Schema {
  let schema = root;
  for (const step of path) {
    const { additionalProperties, properties, items } = schema;
    const open = typeof additionalProperties === 'object' ? additionalProperties : {};
    schema = deref(root, (typeof step === 'number' ? items : (properties?.[step] ?? open)) ?? {});
  }
  return schema;
}

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

export function deref(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/definitions/', '');
  return name === undefined ? schema : (root.definitions?.[name] ?? {});
}

export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) value = (value as Record<string | number, unknown>)[step];
  return value;
}

/** The steps of a JSON pointer into `value`: an index in a list, a key in a map, also where the key is a number. */
export function pointer(path: string, value: unknown): Path {
  const steps: (string | number)[] = [];
  for (const part of path.split('/').slice(1)) {
    const step = Array.isArray(value) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~');
    steps.push(step);
    value = (value as Record<string | number, unknown>)[step];
  }
  return steps;
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
