// Fails when a binary that ships wants newer libraries than the oldest system that Node runs on.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findTooNew, readNeeds } from './native/elf.mjs';
import { PRODUCTS, SHIPPED } from './native/products.mjs';

for (const { name } of PRODUCTS.filter(({ ships }) => ships)) {
  const path = join(SHIPPED, name);
  const problems = existsSync(path)
    ? findTooNew(readNeeds(path))
    : ['it is not there: `npm run build:native`'];
  for (const problem of problems) {
    console.error(`${path}: ${problem}`);
    process.exitCode = 1;
  }
}
