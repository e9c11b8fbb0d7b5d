// clang-format and clang-tidy over native/; with --fix, clang-format writes. Their rules are in native/.clang-*.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageFlags } from './native/build-product.mjs';
import { findNodeHeaders } from './native/toolchain.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const files = readdirSync('native', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(c|cpp|h)$/.test(name))
  .sort()
  .map((name) => `native/${name}`);
const sources = files.filter((name) => !name.endsWith('.h'));

if (has('clang-format')) {
  const mode = process.argv.includes('--fix') ? ['-i'] : ['--dry-run', '--Werror'];
  run('clang-format', [...mode, ...files]);
}
if (has('clang-tidy')) {
  const nodeHeaders = findNodeHeaders();
  for (const source of sources) {
    const kind = source.startsWith('native/addon/') ? 'addon' : 'library';
    run('clang-tidy', ['--quiet', source, '--', ...languageFlags(source, { kind }, nodeHeaders)]);
  }
}

function has(tool) {
  if (spawnSync(tool, ['--version']).status === 0) return true;
  console.error(`skipped: ${tool} is not there (\`apt-get install ${tool}\`)`);
  if (process.env.CI !== undefined) process.exitCode = 1; // a check that cannot run fails in CI
  return false;
}

function run(tool, args) {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  const isIgnorant = stderr.includes('Error parsing'); // its rules, which it would do without
  if (status === 0 && !isIgnorant) return;
  if (isIgnorant) console.error(stderr);
  // clang-tidy also counts on stderr the warnings that it does not show.
  process.stdout.write(tool === 'clang-tidy' ? stdout : stderr);
  process.exitCode = 1;
}
