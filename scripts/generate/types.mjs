import { readFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const BANNER = '// Generated from schemas/ by `npm run generate`. Do not edit.\n';

/** TypeScript types of every schema: output path → text. */
export async function generateTypes(names) {
  const outputs = new Map();
  for (const name of names) {
    const schema = JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));
    const text = await compile(forTypes(schema), schema.title, {
      bannerComment: BANNER,
      additionalProperties: false,
      style: { singleQuote: true, printWidth: 110 },
    });
    outputs.set(`src/generated/${name}.ts`, text);
  }
  return outputs;
}

/**
 * Array bounds would be spelled out as unions of tuples, and an open object as an index signature that defeats the
 * type checker: the validator holds both, the types need not.
 */
function forTypes(schema) {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    const { minItems, maxItems, ...rest } = value;
    if (rest.additionalProperties === true) rest.additionalProperties = false;
    return rest;
  });
}
