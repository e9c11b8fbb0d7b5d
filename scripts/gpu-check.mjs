// The work of scripts/gpu-check: runs each step, whatever became of those before it, and writes the report.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Absent, createProgramRunner, endPrograms } from './gpu/run-program.mjs';
import { STEPS } from './gpu/steps.mjs';

const ROOT = join(import.meta.dirname, '..');
/** For all steps together, so that the whole stays below five minutes. */
const BUDGET_MS = 280_000;
/** On a slow machine each step, and all together, may have a multiple of that. */
const PATIENCE = Number(process.env.GPU_CHECK_PATIENCE ?? 1);
const USAGE_STATUS = 2;
const INTERRUPTED = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const [report] = process.argv.slice(2);
for (const [signal, status] of Object.entries(INTERRUPTED))
  process.once(signal, () => {
    endPrograms();
    process.exit(status);
  });
process.exitCode = await main(resolve(report));

async function main(path) {
  if (!(PATIENCE >= 1 && PATIENCE <= 1000)) {
    console.error(
      `gpu-check: GPU_CHECK_PATIENCE is '${process.env.GPU_CHECK_PATIENCE}': give a number from 1 to 1000`,
    );
    return USAGE_STATUS;
  }
  const results = [];
  const problem = tryWrite(path, results);
  if (problem !== null) {
    console.error(`gpu-check: ${path} cannot be written: ${problem}`);
    return USAGE_STATUS;
  }
  const scratch = makeScratch(dirname(path));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  const deadline = Date.now() + BUDGET_MS * PATIENCE;
  const context = { root: ROOT, scratch, found: {} };
  for (const step of STEPS) {
    const result = await runStep(step, context, deadline);
    results.push(result);
    console.error(
      `${result.name}: ${result.status}${result.reason === undefined ? '' : `: ${result.reason}`}`,
    );
    tryWrite(path, results); // after each step: what is known survives whatever happens next
  }
  return results.some(({ status }) => status === 'failed') ? 1 : 0;
}

/** Null, or why not. */
function tryWrite(path, steps) {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify({ format: 'gpu-check/1', date: today(), steps }, null, 2)}\n`);
    return null;
  } catch (error) {
    return error.message;
  }
}

/** Makes a scratch folder; next to the report if the usual folder is missing or full. */
function makeScratch(beside) {
  try {
    return mkdtempSync(join(tmpdir(), 'gpu-check-'));
  } catch {
    return mkdtempSync(join(beside, 'gpu-check-'));
  }
}

async function runStep({ name, limitMs, run }, context, deadline) {
  const start = Date.now();
  const left = Math.min(limitMs * PATIENCE, deadline - start);
  const end = (outcome) => ({ name, ...outcome, seconds: Math.round((Date.now() - start) / 100) / 10 });
  if (left < 1000) return end({ status: 'failed', reason: 'no time was left for it' });
  try {
    const facts = await run({ ...context, run: createProgramRunner(context, start + left) });
    const problems = facts.problems ?? [];
    if (problems.length > 0) return end({ status: 'failed', reason: problems.join('; '), facts });
    return end({ status: 'ok', facts });
  } catch (error) {
    if (error instanceof Absent) return end({ status: 'absent', reason: error.message });
    return end({ status: 'failed', reason: error.message });
  }
}

function today() {
  return new Date().toISOString().slice(0, 10);
}
