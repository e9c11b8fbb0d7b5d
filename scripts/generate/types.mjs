import { readFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const BANNER = '// Generated from schemas/ by `npm run generate`. Do not edit.\n';

/** Documents that people write have a title for them in editors; a type has another name. */
const TYPES = { topology: { title: 'TopologyDocument' }, inventory: { title: 'InventoryDocument' } };

/** TypeScript types of every schema: output path → text. */
export async function generateTypes(names) {
  const outputs = new Map();
  for (const name of names) {
    const schema = JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));
    const { title = schema.title } = TYPES[name] ?? {};
    const text = await compile({ ...forTypes(schema), title }, title, {
      bannerComment: BANNER,
      additionalProperties: false,
      style: { singleQuote: true, printWidth: 110 },
    });
    outputs.set(`src/generated/${name}.ts`, text);
  }
  return outputs;
}

/**
 * A field that came later has its default when it was read, so it is always there for a reader of the document.
 * Array bounds would be spelled out as unions of tuples, and an open object as an index signature that defeats the
 * type checker: the validator holds both, the types need not.
 */
function forTypes(schema) {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    const { minItems, maxItems, ...rest } = value;
    if (rest.additionalProperties === true) rest.additionalProperties = false;
    const filled = Object.entries(rest.properties ?? {}).filter(([, field]) => isFilledIn(field));
    return filled.length === 0
      ? rest
      : { ...rest, required: [...rest.required, ...filled.map(([key]) => key)] };
  });
}

/** By src/compiler/plan/plan-format.ts; without a default it is missing where it is not known. */
const isFilledIn = (field) => field['x-since'] !== undefined && 'default' in field;
