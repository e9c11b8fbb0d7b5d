// Runs the built command line once on a large topology and keeps what V8 compiled meanwhile, for src/cli/main.ts to load.
const { readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { resolve } = require('node:path');
const { Script } = require('node:vm');

const bundle = resolve('dist/cli.cjs');
const cache = 'dist/cli.cache';
const warmUp = 'dist/warm-up.yaml';
rmSync(cache, { force: true });
writeFileSync(warmUp, writeInFull(10));
const script = new Script(wrap(readFileSync(bundle, 'latin1')), { filename: bundle });

const examples = readdirSync('examples').map((name) => `examples/${name}/topology.yaml`);
process.argv = [process.execPath, 'rankplan', 'check', '--quiet', ...examples, warmUp];
process.on('exit', () => {
  writeFileSync(cache, script.createCachedData());
  rmSync(warmUp);
});
const module_ = { exports: {} };
script.runInThisContext()(module_.exports, createRequire(bundle), module_, bundle, resolve('dist'));

/** Nodes as a generator would write them: each GPU in full. */
function writeInFull(nodes) {
  const gpu = (node, index) =>
    `      - { index: ${index}, model: A100, memory: 80GiB, score: ${100 + node}, uuid: GPU-${node}-${index} }\n`;
  const node = (_, n) =>
    `  - hosts: n${n}\n    gpus:\n${Array.from({ length: 8 }, (__, i) => gpu(n, i)).join('')}`;
  const mapping = 'mapping: { strategy: performance-ranked, order: block }\n';
  return `version: 1\nname: warm-up\nnodes:\n${Array.from({ length: nodes }, node).join('')}${mapping}`;
}
