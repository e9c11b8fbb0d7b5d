// `npm run bench [-- NAME…]`: runs the benchmarks and prints a table. A missed target is a line of the table, not a
// failure: times vary too much for a test.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BENCHMARKS } from './benchmarks.mjs';
import { CLI } from './measure.mjs';
import { renderReport } from './report.mjs';

const names = process.argv.slice(2);

const workplace = mkdtempSync(join(tmpdir(), 'rankplan-bench-'));
process.on('exit', () => rmSync(workplace, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

process.exitCode = await main();

async function main() {
  const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = BENCHMARKS.map(({ name }) => name).join(', ');
    return fail(2, `there is no benchmark \`${unknown.join('`, `')}\`: choose from ${known}`);
  }
  if (!existsSync(CLI)) return fail(1, `${CLI} is missing: run \`npm run build\``);

  const results = [];
  for (const benchmark of BENCHMARKS) {
    if (names.length === 0 || names.includes(benchmark.name)) results.push(await runOne(benchmark));
  }
  process.stdout.write(renderReport(results));
  const failed = results.filter(({ error }) => error !== undefined);
  for (const { benchmark, error } of failed) console.error(`bench: ${benchmark.name}: ${error.message}`);
  return failed.length > 0 ? 1 : 0;
}

async function runOne(benchmark) {
  const possible = benchmark.canRun?.() ?? true;
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

function fail(status, message) {
  console.error(`bench: ${message}`);
  return status;
}
