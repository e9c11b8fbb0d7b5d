// Fails when a binary that ships is not for its machine, or wants newer libraries than the oldest system that Node runs
// on. --target NAME, --all: as in build-native.mjs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findTooNew, readNeeds } from './native/elf.mjs';
import { PRODUCTS } from './native/products.mjs';
import { chooseTargets, isDispensable, shippedFolder } from './native/targets.mjs';

process.chdir(join(import.meta.dirname, '..'));

for (const target of chooseTargets(process.argv)) {
  if (process.argv.includes('--all') && isDispensable(target) && !existsSync(shippedFolder(target))) continue;
  for (const { name } of PRODUCTS.filter(({ ships }) => ships)) {
    const path = join(shippedFolder(target), name);
    for (const problem of findProblems(path, target)) {
      console.error(`${path}: ${problem}`);
      process.exitCode = 1;
    }
  }
}

function findProblems(path, target) {
  if (!existsSync(path)) return [`it is not there: \`npm run build:native -- --target ${target}\``];
  const { machine, needs } = readNeeds(path);
  const misplaced = `linux-${machine}` === target ? [] : [`it is for ${machine}`];
  return [...misplaced, ...findTooNew({ needs })];
}
