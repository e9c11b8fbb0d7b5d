// Installs into build/runtimes what test/integration/node runs rankplan with: Nodes, each the newest that its version
// names, and what is not Node. They come from npm; nothing of them is used by anything else.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const { supported, tooOld, others } = JSON.parse(readFileSync('test/integration/node/runtimes.json', 'utf8'));
const FOLDER = 'build/runtimes';

// npm's package `node` is an installer of one of these; under a name of its own, each version can lie beside the others.
const nodes = [...supported, ...tooOld].map(
  (version) => `node-${version}@npm:node-linux-${process.arch}@${version}`,
);
mkdirSync(FOLDER, { recursive: true });
const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
const { status, error } = spawnSync('npm', ['install', '--prefix', FOLDER, ...quiet, ...nodes, ...others], {
  stdio: ['ignore', 2, 2],
});
if (error !== undefined) throw error;
process.exitCode = status ?? 1;
