// `keep-code-cache DIR NAME…` keeps in DIR/NAME.cache what V8 compiles of DIR/NAME.cjs, with the stamp that
// src/cli/load-bundle.ts asks for. It is bundled before it runs: the stamp's module is TypeScript.
//
// All functions are compiled and none is run: what V8 keeps of a run differs from run to run. The seeds by which it
// hashes names are fixed by who calls (scripts/build-code-caches.mjs). A cache is refused where V8's flags are others
// than when it was made, so they are what they usually are at that moment.
const { readFileSync, writeFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { resolve } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');
const { stampOf } = require('../src/cli/code-cache-stamp.ts');

function setFlags(...flags) {
  for (const flag of flags) setFlagsFromString(flag);
}

const [folder, ...names] = process.argv.slice(2);
for (const name of names) {
  const path = resolve(folder, `${name}.cjs`);
  const bundle = readFileSync(path, 'utf8');
  setFlags('--no-lazy', '--no-flush-bytecode');
  const script = new Script(wrap(bundle), { filename: `${name}.cjs` });
  setFlags('--lazy', '--flush-bytecode', '--hash-seed=0');
  writeFileSync(
    resolve(folder, `${name}.cache`),
    Buffer.concat([script.createCachedData(), stampOf(bundle)]),
  );
}
