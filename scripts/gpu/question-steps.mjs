// The questions of docs/README.md that this machine can answer: the usual wrong way by torchrun, and the plan.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_PORT, planTopology, runPlan } from './plan-rank.mjs';
import { Absent } from './run-program.mjs';
import { nameVisible } from './score-steps.mjs';

const NOBODY = 'GPU-00000000-0000-4000-8000-000000000000';
const REFUSED_STATUS = 78;

/** Ids as nvidia-smi has them, beside CUDA_VISIBLE_DEVICES. */
export async function askIds(context) {
  const [gpu] = requireGpus(context, 1);
  const usual = await torchrun(context, 1, 'chosen-gpus/wrong.py', nameVisible(gpu));
  const planned = await runExample(context, 'chosen-gpus/train.py', { gpus: [gpu] });
  return judge([
    [usual, usual.status !== 0 && usual.said.includes('invalid device ordinal')],
    [planned, isPlaced(planned)],
  ]);
}

/** Two ranks on one GPU: NCCL refuses, gloo does not, and `check` knows before. */
export async function askBackends(context) {
  const [gpu] = requireGpus(context, 1);
  const usual = await torchrun(context, 2, 'backends/train.py', nameVisible(gpu));
  const planned = await runExample(context, 'backends/train.py', {
    gpus: [gpu],
    mapping: { ranksPerGpu: 2 },
    words: ['--backend=gloo'],
  });
  return judge([
    [usual, usual.status !== 0 && usual.said.includes('Duplicate GPU detected')],
    [planned, isPlaced(planned)],
  ]);
}

/** A GPU that is not there: the usual way takes the CPU silently, and the plan refuses. */
export async function askCpu(context) {
  const [gpu] = requireGpus(context, 1);
  const usual = await torchrun(context, 1, 'cpu-fallback/train.py', NOBODY);
  const planned = await runExample(context, 'cpu-fallback/train.py', { gpus: [{ ...gpu, uuid: NOBODY }] });
  return judge([
    [usual, usual.status === 0 && usual.said.includes('was on cpu')],
    [planned, planned.status === REFUSED_STATUS && planned.said.includes('RP5231')],
  ]);
}

/** Every rank on GPU 0 first: caught where all are seen, impossible where each sees its own. */
export async function askMemory(context) {
  const gpus = requireGpus(context, 2);
  const usual = await runExample(context, 'memory-on-gpu-0/train.py', { gpus });
  const planned = await runExample(context, 'memory-on-gpu-0/train.py', {
    gpus,
    launch: { visibility: 'isolated' },
  });
  return judge([
    [usual, usual.status === REFUSED_STATUS && usual.said.includes('stray-context')],
    [planned, isPlaced(planned)],
  ]);
}

/** Rank 0 on the second GPU, by list. */
export async function askMapping(context) {
  const gpus = requireGpus(context, 2);
  const ranks = [`localhost:${gpus[1].index}`, `localhost:${gpus[0].index}`];
  const planned = await runExample(context, 'mappings/train.py', {
    gpus,
    mapping: { strategy: 'explicit', ranks },
  });
  const isRight = [gpus[1], gpus[0]].every(({ uuid }, rank) =>
    planned.said.includes(`rank ${rank}: cuda:${rank} is ${uuid.slice('GPU-'.length)}`),
  );
  return judge([[planned, isRight && isPlaced(planned)]]);
}

/** Whole GPUs that are known by UUID. */
function requireGpus({ root, found }, count) {
  if (!existsSync(join(root, 'examples'))) throw new Absent('the examples were not carried');
  if (found.python === undefined) throw new Absent('there is no PyTorch to ask with');
  const gpus = found.gpus ?? [];
  const parents = new Set(gpus.map(({ parent }) => parent));
  const whole = gpus.filter(({ index, parent, uuid }) => parent === null && uuid && !parents.has(index));
  if (whole.length < count)
    throw new Absent(`it takes ${count} whole GPUs that have a UUID, and there are ${whole.length}`);
  return whole.slice(0, count);
}

async function torchrun({ run, root, found }, ranks, script, visible) {
  const options = [`--nproc-per-node=${ranks}`, `--master-port=${OWN_PORT[1]}`];
  const words = ['-m', 'torch.distributed.run', ...options, join(root, 'examples', script)];
  const { status, stdout, stderr } = await run(found.python, words, {
    mayFail: true,
    env: { CUDA_VISIBLE_DEVICES: visible },
  });
  return { way: 'the usual way', status, said: `${stdout}${stderr}`.trim() };
}

async function runExample(context, script, { gpus, mapping = {}, launch = {}, words = [] }) {
  const { found, root } = context;
  const plan = await planTopology(context, {
    nodes: [{ hosts: 'localhost', gpus: gpus.map(({ index, uuid }) => ({ index, uuid })) }],
    mapping,
    launch: { command: [found.python, join(root, 'examples', script), ...words], ...launch },
  });
  return { way: 'the plan', ...(await runPlan(context, plan, ['--audit', 'enforce', '--tee'])) };
}

const isPlaced = ({ status, said }) => status === 0 && !said.includes('audit: misplaced');

/** Each way, with whether it did what the example says. */
function judge(ways) {
  const problems = ways
    .filter(([, isSo]) => !isSo)
    .map(([{ way, status }]) => `${way} ended with status ${status}`);
  return { said: ways.map(([{ way, said }]) => `${way}: ${said}`), problems };
}
