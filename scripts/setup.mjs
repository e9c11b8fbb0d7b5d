// Makes a fresh clone ready: installs the packages of the lock file if they are not there, and builds. npm runs it too,
// as `prepare`, when it makes a package of a clone (`npm pack`, a dependency on a git repository, pre-commit's hooks).
import '../src/refuse-old-node.cjs';
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
process.chdir(root);

const lock = statSync('package-lock.json').mtimeMs;
const installed = 'node_modules/.package-lock.json';
if (!existsSync(installed) || statSync(installed).mtimeMs < lock) {
  // A global install of a git repository asks for global ones here, too, which would install nothing in this folder.
  const here = ['--global=false', '--location=project'];
  // Without scripts: the only one that is needed is this file, as `prepare`, which would build twice.
  run('npm', ['ci', ...here, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
}
run(process.execPath, ['scripts/generate.mjs']);
run(process.execPath, ['scripts/build.mjs']);
run(process.execPath, ['scripts/build-types.mjs']);
run(process.execPath, ['scripts/build-native.mjs', '--optional']);

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
