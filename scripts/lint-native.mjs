// clang-format and clang-tidy over native/; with --format, clang-format alone, which takes a second; with --fix, it writes.
// Their rules are in native/.clang-*. A source that clang-tidy had nothing against is looked at again when it, a header,
// the rules or clang-tidy have changed.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest, inParallel, languageFlags } from './native/build-product.mjs';
import { findNodeHeaders } from './native/toolchain.mjs';

process.chdir(join(import.meta.dirname, '..'));

const CLEAN = 'build/lint-native';
const files = readdirSync('native', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(c|cpp|h)$/.test(name))
  .sort()
  .map((name) => `native/${name}`);

if (versionOf('clang-format') !== null) {
  const mode = process.argv.includes('--fix') ? ['-i'] : ['--dry-run', '--Werror'];
  judge('clang-format', await run('clang-format', [...mode, ...files]));
}
if (!process.argv.includes('--format')) {
  const tidy = versionOf('clang-tidy');
  if (tidy !== null) await tidyAll(tidy);
}

async function tidyAll(version) {
  mkdirSync(CLEAN, { recursive: true });
  const nodeHeaders = findNodeHeaders();
  const shared = files.filter((name) => name.endsWith('.h')).map((name) => readFileSync(name));
  const rules = readFileSync('native/.clang-tidy');
  const sources = files.filter((name) => !name.endsWith('.h'));
  await inParallel(sources, async (source) => {
    const kind = source.startsWith('native/addon/') ? 'addon' : 'library';
    const args = ['--quiet', source, '--', ...languageFlags(source, { kind }, nodeHeaders)];
    const clean = join(CLEAN, digest([version, rules, ...args, readFileSync(source), ...shared]));
    if (existsSync(clean)) return;
    if (judge('clang-tidy', await run('clang-tidy', args))) writeFileSync(clean, '');
  });
}

function versionOf(tool) {
  const { status, stdout } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  if (status === 0) return stdout;
  console.error(`skipped: ${tool} is not there (\`apt-get install ${tool}\`)`);
  if (process.env.CI !== undefined) process.exitCode = 1; // a check that cannot run fails in CI
  return null;
}

function run(tool, args) {
  return new Promise((done) => {
    execFile(tool, args, { encoding: 'utf8', maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      done({ fails: error !== null, stdout, stderr }),
    );
  });
}

/** Returns whether there is nothing to say, and says it otherwise. */
function judge(tool, { fails, stdout, stderr }) {
  const isIgnorant = stderr.includes('Error parsing'); // its rules, which it would do without
  if (!fails && !isIgnorant) return true;
  if (isIgnorant) console.error(stderr);
  // clang-tidy also counts on stderr the warnings that it does not show.
  process.stdout.write(tool === 'clang-tidy' ? stdout : stderr);
  process.exitCode = 1;
  return false;
}
