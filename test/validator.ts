import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

/** Whether a value is of one of our schemas; the function that is returned has the errors of its last call. */
export const validatorOf = (schema: 'diagnostics' | 'inventory' | 'plan') =>
  new Ajv({ strict: false, allErrors: true }).compile(
    JSON.parse(readFileSync(new URL(`../schemas/${schema}.schema.json`, import.meta.url), 'utf8')),
  );
