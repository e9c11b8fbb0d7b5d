// Runs the built command line once on all examples and keeps what V8 compiled meanwhile, for src/cli/main.ts to load.
const { readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { resolve } = require('node:path');
const { Script } = require('node:vm');

const bundle = resolve('dist/cli.cjs');
rmSync('dist/cli.cache', { force: true });
const script = new Script(wrap(readFileSync(bundle, 'latin1')), { filename: bundle });

const topologies = readdirSync('examples').map((name) => `examples/${name}/topology.yaml`);
process.argv = [process.execPath, 'rankplan', 'check', '--quiet', ...topologies];
process.on('exit', () => writeFileSync('dist/cli.cache', script.createCachedData()));
const module_ = { exports: {} };
script.runInThisContext()(module_.exports, createRequire(bundle), module_, bundle, resolve('dist'));
