// What scripts/gpu-check does. Each step stands alone; `found` carries what later ones can use if it is there.
import { join } from 'node:path';
import { build, describeMachine, discover, findPython, NATIVE } from './machine-steps.mjs';
import { OWN_PORT, planRank, runPlan } from './plan-rank.mjs';
import { askBackends, askCpu, askIds, askMapping, askMemory } from './question-steps.mjs';
import { Absent } from './run-program.mjs';
import { compareWithTorch, listLibraries, nameVisible, score, scoreAgain } from './score-steps.mjs';

export const STEPS = [
  { name: 'machine', limitMs: 20_000, run: describeMachine },
  { name: 'build', limitMs: 90_000, run: build },
  { name: 'discover', limitMs: 60_000, run: discover },
  { name: 'python', limitMs: 100_000, run: findPython },
  { name: 'score', limitMs: 60_000, run: score },
  { name: 'score-again', limitMs: 60_000, run: scoreAgain },
  { name: 'torch-figures', limitMs: 90_000, run: compareWithTorch },
  { name: 'run', limitMs: 60_000, run: runOneRank },
  { name: 'verify', limitMs: 30_000, run: verify },
  { name: 'audit', limitMs: 60_000, run: audit },
  { name: 'stray-allocation', limitMs: 60_000, run: catchStray },
  { name: 'question-ids', limitMs: 60_000, run: askIds },
  { name: 'question-backends', limitMs: 90_000, run: askBackends },
  { name: 'question-cpu', limitMs: 60_000, run: askCpu },
  { name: 'question-memory', limitMs: 90_000, run: askMemory },
  { name: 'question-mapping', limitMs: 60_000, run: askMapping },
];

/** A real workload: PyTorch if it is there, else rankplan-probe's own. */
function workloadOf({ root, found }) {
  return found.python === undefined
    ? [join(root, NATIVE, 'rankplan-probe'), '--metrics', 'fp32,copy', ...listLibraries(['cuda', 'nvml'])]
    : [found.python, join(root, 'scripts/gpu/workload.py')];
}

async function runOneRank(context) {
  const plan = await planRank(context, workloadOf(context));
  context.found.plan = plan;
  const { status, said } = await runPlan(context, plan, []);
  return { said, problems: status === 0 ? [] : [`it ended with status ${status}`] };
}

const requirePlan = ({ found }) => {
  if (found.plan === undefined) throw new Absent('there is no plan to try it with');
  return found.plan;
};

async function verify(context) {
  const { stdout, stderr } = await context.run.rankplan(['verify', requirePlan(context), ...OWN_PORT]);
  return { said: (stdout + stderr).trim() };
}

async function audit(context) {
  const { status, said } = await runPlan(context, requirePlan(context), ['--audit', 'enforce']);
  // The workload without PyTorch is too short to be seen twice.
  const mustBeSeen = context.found.python !== undefined;
  const isSeen = said.includes('audit: verified') || !mustBeSeen;
  const problems = [
    ...(status === 0 ? [] : [`a rank on its own GPU was refused: status ${status}`]),
    ...(isSeen ? [] : ['a rank on its own GPU was not verified']),
  ];
  return { said, problems };
}

/** A CPU rank that takes a GPU all the same: the audit must not let it pass. */
async function catchStray(context) {
  if (context.found.python === undefined) throw new Absent('there is no PyTorch to plant an allocation with');
  const workload = [context.found.python, join(context.root, 'scripts/gpu/workload.py')];
  if (context.found.gpu === undefined) throw new Absent('there is no whole GPU to plant an allocation on');
  workload.push('--take-gpu', nameVisible(context.found.gpu));
  const plan = await planRank(context, workload, { onCpu: true });
  const { status, said } = await runPlan(context, plan, ['--audit', 'enforce']);
  const isCaught = status !== 0 && /stray/.test(said);
  return { said, problems: isCaught ? [] : [`it was not caught: status ${status}`] };
}
