// How much there may be: fails where a count is above its limit. A limit is raised in a commit that says why. How fast a
// command starts depends on how busy the machine is, so that is measured by `npm run bench` and fails nothing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What is counted, and the most that it may be. */
const BUDGETS = [
  ['lines of src', linesOf('src'), 47_080],
  ['lines of native', linesOf('native'), 11_680],
  ['lines of test, golden files included', linesOf('test'), 58_000],
  ['lines of scripts and bench', linesOf('scripts', 'bench'), 4_550],
  ['lines of docs, the pages of codes aside', linesOf('docs/**.md', ':!docs/diagnostics'), 4_980],
  ['lines of docs/architecture.md', linesOf('docs/architecture.md'), 250],
  ['lines of CHANGELOG.md', linesOf('CHANGELOG.md'), 150],
  ['pages of docs, those of codes aside', filesOf('docs/**.md', ':!docs/diagnostics').length, 25],
  ['lines of README.md', linesOf('README.md'), 120],
  ['codes of findings', filesOf('docs/diagnostics/RP*.md').length, 200],
  ['files in git, the pages of codes aside', filesOf('.', ':!docs/diagnostics').length, 1_920],
  ['bytes of the bundle of check (dist/cli.cjs)', statSync('dist/cli.cjs').size, 1_020_000],
  ['bytes of the playground, compressed', sizeOfPlayground(), 160_000],
  ...directoryOf('examples/quickstart', 8, 300),
  ...directoryOf('examples/slurm', 10, 1_100),
];

let isOver = false;
for (const [what, count, limit] of BUDGETS) {
  const mark = count > limit ? 'OVER' : 'ok';
  isOver ||= count > limit;
  console.log(`${mark.padEnd(4)} ${String(count).padStart(8)} of ${String(limit).padStart(8)}  ${what}`);
}
if (isOver) {
  console.error(
    'budgets: something is larger than its limit: make it smaller, or raise the limit and say why',
  );
  process.exitCode = 1;
}

function sizeOfPlayground() {
  const page = 'build/playground.html';
  execFileSync(process.execPath, ['scripts/playground.mjs', page]);
  return gzipSync(readFileSync(page), { level: 9 }).length;
}

/** Git's own patterns of paths. */
function filesOf(...paths) {
  return execFileSync('git', ['ls-files', '-z', '--', ...paths], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');
}

function linesOf(...paths) {
  return filesOf(...paths).reduce((sum, path) => sum + countLines(path), 0);
}

function countLines(path) {
  return readFileSync(path, 'latin1').split('\n').length - 1;
}

/** The directory that an example compiles to, without its env files: how many files, and how many lines. */
function directoryOf(example, mostFiles, mostLines) {
  const out = mkdtempSync(join(tmpdir(), 'rankplan-budget-'));
  try {
    const words = ['dist/rankplan.cjs', 'compile', join(example, 'topology.yaml'), '-o', out];
    execFileSync(process.execPath, words, { stdio: 'ignore' });
    const files = readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('/env'))
      .map((entry) => join(entry.parentPath, entry.name));
    const lines = files.reduce((sum, path) => sum + countLines(path), 0);
    return [
      [`files of ${example}, compiled, beside env`, files.length, mostFiles],
      [`lines of ${example}, compiled, beside env`, lines, mostLines],
    ];
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
