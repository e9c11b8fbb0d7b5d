// The work of scripts/gpu-check: runs each step, whatever became of those before it, and writes the report.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Absent, createProgramRunner } from './gpu/run-program.mjs';
import { STEPS } from './gpu/steps.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
/** For all steps together, so that the whole stays below five minutes. */
const BUDGET_MS = 280_000;

const [report] = process.argv.slice(2);
process.exitCode = await main(resolve(report));

async function main(path) {
  const scratch = mkdtempSync(join(tmpdir(), 'gpu-check-'));
  const deadline = Date.now() + BUDGET_MS;
  const results = [];
  try {
    const context = { root: ROOT, scratch, found: {} };
    for (const step of STEPS) {
      const result = await runStep(step, context, deadline);
      results.push(result);
      console.error(
        `${result.name}: ${result.status}${result.reason === undefined ? '' : `: ${result.reason}`}`,
      );
      // After each step: what is known survives whatever happens next.
      writeFileSync(
        path,
        `${JSON.stringify({ format: 'gpu-check/1', date: today(), steps: results }, null, 2)}\n`,
      );
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return results.some(({ status }) => status === 'failed') ? 1 : 0;
}

async function runStep({ name, limitMs, run }, context, deadline) {
  const start = Date.now();
  const left = Math.min(limitMs, deadline - start);
  const end = (outcome) => ({ name, ...outcome, seconds: Math.round((Date.now() - start) / 100) / 10 });
  if (left < 1000) return end({ status: 'failed', reason: 'no time was left for it' });
  try {
    const facts = await run({ ...context, run: createProgramRunner(context.root, start + left) });
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
