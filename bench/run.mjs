// `npm run bench [-- NAME…] [--write]`: runs the benchmarks, prints a table, and writes it to docs/performance.md on
// request. A missed target is a line of the table, not a failure: times are no test.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BENCHMARKS } from './benchmarks.mjs';
import { CLI, ROOT } from './programs.mjs';
import { renderNewPage, renderTable, replaceSection } from './report.mjs';

const PAGE = join(ROOT, 'docs', 'performance.md');

const args = process.argv.slice(2);
const names = args.filter((argument) => argument !== '--write');
const isWritten = names.length < args.length;

const workplace = mkdtempSync(join(tmpdir(), 'rankplan-bench-'));
process.on('exit', () => rmSync(workplace, { recursive: true, force: true }));
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.on(signal, () => process.exit(status));

process.exitCode = await main();

async function main() {
  const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = BENCHMARKS.map(({ name }) => name).join(', ');
    return fail(2, `there is no benchmark \`${unknown.join('`, `')}\`: choose from ${known}`);
  }
  if (isWritten && names.length > 0) return fail(2, '--write takes all benchmarks: leave the names out');
  if (!existsSync(CLI)) return fail(1, `${CLI} is missing: run \`npm run build\``);

  const results = [];
  for (const benchmark of BENCHMARKS) {
    if (names.length === 0 || names.includes(benchmark.name)) results.push(await runOne(benchmark));
  }
  process.stdout.write(renderTable(results));
  const failed = results.filter(({ error }) => error !== undefined);
  for (const { benchmark, error } of failed) console.error(`bench: ${benchmark.name}: ${error.message}`);
  if (failed.length > 0) return 1;
  return isWritten ? writePage(results) : 0;
}

async function runOne(benchmark) {
  const possible = benchmark.canRun();
  if (possible !== true) return { benchmark, reason: possible };
  process.stderr.write(`bench: ${benchmark.name} …\n`);
  const folder = join(workplace, benchmark.name);
  mkdirSync(folder);
  try {
    return { benchmark, result: await benchmark.measure(folder) };
  } catch (error) {
    return { benchmark, reason: 'failed', error };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writePage(results) {
  const page = existsSync(PAGE)
    ? replaceSection(readFileSync(PAGE, 'utf8'), results)
    : renderNewPage(results);
  if (page === null) return fail(1, 'docs/performance.md has lost the markers of the benchmarks');
  mkdirSync(dirname(PAGE), { recursive: true });
  writeFileSync(PAGE, page);
  return 0;
}

function fail(status, message) {
  console.error(`bench: ${message}`);
  return status;
}
