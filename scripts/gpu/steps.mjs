// What scripts/gpu-check does. Each step stands alone; `found` carries what later ones can use if it is there.
import { existsSync, readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { hasVerb, OWN_PORT, planRank, runPlan } from './plan-rank.mjs';
import { Absent } from './run-program.mjs';

/** How far a score may be from the figure of PyTorch for the same work, and how much samples may vary. */
const NEAR = 0.03;
const STEADY = 0.01;
const LONGEST_SECONDS = 10;

const NATIVE = `dist/native/${process.platform}-${process.arch}`;

export const STEPS = [
  { name: 'machine', limitMs: 20_000, run: describeMachine },
  { name: 'build', limitMs: 90_000, run: build },
  { name: 'discover', limitMs: 60_000, run: discover },
  { name: 'score', limitMs: 60_000, run: score },
  { name: 'score-again', limitMs: 60_000, run: scoreAgain },
  { name: 'torch-figures', limitMs: 90_000, run: compareWithTorch },
  { name: 'run', limitMs: 60_000, run: runOneRank },
  { name: 'verify', limitMs: 30_000, run: verify },
  { name: 'audit', limitMs: 60_000, run: audit },
  { name: 'stray-allocation', limitMs: 60_000, run: catchStray },
];

async function describeMachine({ run, root }) {
  const smi = await run('nvidia-smi', ['-q', '-d', 'CLOCK,POWER,ECC'], { mayFail: true }).catch(() => null);
  const commit = await run('git', ['rev-parse', 'HEAD'], { mayFail: true }).catch(() => null);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    rankplan: version,
    commit: commit?.status === 0 ? commit.stdout.trim() : null,
    node: process.version,
    kernel: release(),
    cpus: cpus().length,
    memoryBytes: totalmem(),
    nvidiaSmi:
      smi?.stdout
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, 120) ?? null,
  };
}

async function build({ run, root }) {
  const built = await run(process.execPath, ['scripts/build-native.mjs'], { mayFail: true });
  const names = ['rankplan.node', 'rankplan-probe'];
  const missing = names.filter((name) => !existsSync(join(root, NATIVE, name)));
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')}: not built, and not there: ${built.stderr.trim()}`);
  return {
    source: built.status === 0 ? 'built here' : 'prebuilt',
    said: (built.stdout + built.stderr).trim(),
  };
}

async function discover({ run, found }) {
  const { stdout, stderr } = await run.rankplan(['probe', '--format', 'json']);
  const { driver, cuda, gpus } = JSON.parse(stdout);
  found.gpus = gpus;
  const smi = await run('nvidia-smi', ['-L'], { mayFail: true }).catch(() => null);
  const listed =
    smi === null ? null : [...smi.stdout.matchAll(/UUID: ((?:GPU|MIG)-[\w-]+)/g)].map(([, uuid]) => uuid);
  const uuids = gpus.map(({ uuid }) => uuid);
  const isSame = listed === null || JSON.stringify([...listed].sort()) === JSON.stringify([...uuids].sort());
  const problems = [
    ...(gpus.length === 0 ? ['no GPU was found'] : []),
    ...(isSame ? [] : [`nvidia-smi lists ${listed.join(', ')}`]),
  ];
  return { driver, cuda, gpus, comparedWithNvidiaSmi: listed !== null, said: stderr.trim(), problems };
}

async function measure({ run }) {
  const { stdout, stderr, seconds } = await run.rankplan([
    'probe',
    '--score',
    '--no-cache',
    '--format',
    'json',
  ]);
  return { gpus: JSON.parse(stdout).gpus, said: stderr.trim(), seconds };
}

async function score(context) {
  const { gpus, said, seconds } = await measure(context);
  context.found.scores = gpus;
  const unsteady = gpus.flatMap(({ index, scores = {} }) =>
    Object.entries(scores)
      .filter(([, { variation }]) => variation > STEADY)
      .map(([name, { variation }]) => `GPU ${index}: ${name} varies by ${variation}`),
  );
  const isSlow = seconds > LONGEST_SECONDS;
  const problems = [...unsteady, ...(isSlow ? [`it took ${seconds} s, more than ${LONGEST_SECONDS}`] : [])];
  return {
    scores: Object.fromEntries(gpus.map(({ index, scores }) => [index, scores])),
    said,
    took: seconds,
    problems,
  };
}

/** The same a second time: what the spread inside one run does not show. */
async function scoreAgain(context) {
  const first = context.found.scores;
  if (first === undefined) throw new Absent('there are no scores to compare with');
  const { gpus } = await measure(context);
  const changes = gpus.flatMap(({ index, scores = {} }) =>
    Object.entries(scores).map(([name, { value }]) => {
      const before = first.find((gpu) => gpu.index === index)?.scores?.[name]?.value;
      return { gpu: index, metric: name, change: before === undefined ? null : round(value / before - 1) };
    }),
  );
  return { changes };
}

async function compareWithTorch({ run, root, found }) {
  const python = await findTorch(run);
  found.python = python;
  const { stdout } = await run(python, [join(root, 'scripts/gpu/torch-figures.py')], ONE_GPU);
  const torch = JSON.parse(stdout);
  const scores = found.scores?.[0]?.scores;
  if (scores === undefined) return { torch, problems: ['there are no scores to compare with'] };
  const pairs = [
    ['bf16', torch.matmul],
    ['copy', torch.copy],
    ['bandwidth', torch.elementwise],
  ].map(([metric, figure]) => ({ metric, score: scores[metric]?.value ?? null, torch: round(figure) }));
  const problems = pairs.flatMap(({ metric, score: own, torch: other }) => {
    if (own === null) return [`there is no ${metric}`];
    const difference = own / other - 1;
    return Math.abs(difference) <= NEAR ? [] : [`${metric} is ${round(100 * difference)} % off PyTorch's`];
  });
  return { torch, pairs, problems };
}

/** PyTorch must take the GPU that rankplan calls 0. */
const ONE_GPU = { env: { CUDA_DEVICE_ORDER: 'PCI_BUS_ID', CUDA_VISIBLE_DEVICES: '0' } };

async function findTorch(run) {
  const python = process.env['RANKPLAN_TEST_PYTHON'] ?? 'python3';
  const { stdout } = await run(python, ['-c', 'import torch; print(torch.cuda.is_available())'], {
    mayFail: true,
  });
  if (stdout.trim() !== 'True') throw new Absent(`${python} has no torch that sees a GPU`);
  return python;
}

/** A real workload: PyTorch if it is there, else rankplan-probe's own. */
function workloadOf({ root, found }) {
  return found.python === undefined
    ? [join(root, NATIVE, 'rankplan-probe'), '--metrics', 'fp32,copy', ...listLibraries()]
    : [found.python, join(root, 'scripts/gpu/workload.py')];
}

/** The variables that choose other driver files than the linker's, for the tests. */
function listLibraries() {
  return ['cuda', 'nvml'].flatMap((name) => {
    const file = process.env[`RANKPLAN_${name.toUpperCase()}`];
    return file === undefined ? [] : [`--${name}`, file];
  });
}

async function runOneRank(context) {
  const plan = await planRank(context, workloadOf(context));
  context.found.plan = plan;
  const { verb, status, said } = await runPlan(context, plan, []);
  return { verb, said, problems: status === 0 ? [] : [`it ended with status ${status}`] };
}

const requirePlan = ({ found }) => {
  if (found.plan === undefined) throw new Absent('there is no plan to try it with');
  return found.plan;
};

async function verify(context) {
  if (!(await hasVerb(context, 'verify'))) throw new Absent('not in this build');
  const { stdout, stderr } = await context.run.rankplan(['verify', requirePlan(context).file, ...OWN_PORT]);
  return { said: (stdout + stderr).trim() };
}

async function audit(context) {
  if (!(await hasVerb(context, 'run', '--audit'))) throw new Absent('not in this build');
  const { status, said } = await runPlan(context, requirePlan(context), ['--audit', 'enforce']);
  return { said, problems: status === 0 ? [] : [`a rank on its own GPU was refused: status ${status}`] };
}

/** A CPU rank that takes a GPU all the same: the audit must not let it pass. */
async function catchStray(context) {
  if (!(await hasVerb(context, 'run', '--audit'))) throw new Absent('not in this build');
  if (context.found.python === undefined) throw new Absent('there is no PyTorch to plant an allocation with');
  const workload = [context.found.python, join(context.root, 'scripts/gpu/workload.py'), '--take-gpu', '0'];
  const plan = await planRank(context, workload, { onCpu: true });
  const { status, said } = await runPlan(context, plan, ['--audit', 'enforce']);
  const isCaught = status !== 0 && /stray/.test(said);
  return { said, problems: isCaught ? [] : [`it was not caught: status ${status}`] };
}

const round = (number) => Number(number.toPrecision(4));
