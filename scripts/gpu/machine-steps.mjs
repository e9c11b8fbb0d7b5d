// What machine this is, whether the native part works here, and which GPUs and Python there are.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { Absent } from './run-program.mjs';

export const NATIVE = `dist/native/${process.platform}-${process.arch}`;
const SHOWN_LINES = 120;

export async function describeMachine({ run, root }) {
  const smi = await askSmi(run, ['-q', '-d', 'CLOCK,POWER,ECC,COMPUTE,PERFORMANCE']);
  const topology = await askSmi(run, ['topo', '-m']);
  const commit = await run('git', ['rev-parse', 'HEAD'], { mayFail: true }).catch(() => null);
  process.report.excludeNetwork = true; // otherwise it would send requests to name servers
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    rankplan: version,
    commit: commit?.status === 0 ? commit.stdout.trim() : null,
    node: process.version,
    glibc: process.report.getReport().header.glibcVersionRuntime ?? null,
    kernel: release(),
    cpus: cpus().length,
    memoryBytes: totalmem(),
    user: process.getuid?.() ?? null,
    variables: Object.fromEntries(
      ['CUDA_VISIBLE_DEVICES', 'CUDA_HOME', 'LD_LIBRARY_PATH', 'NVIDIA_DRIVER_CAPABILITIES'].map((name) => [
        name,
        process.env[name] ?? null,
      ]),
    ),
    nvidiaSmi: smi && listLines(smi),
    topology: topology && listLines(topology),
  };
}

const listLines = (text) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, SHOWN_LINES);

/** The output of nvidia-smi; null if it is missing or fails. */
export async function askSmi(run, args) {
  const smi = await run('nvidia-smi', args, { mayFail: true }).catch(() => null);
  return smi?.status === 0 ? smi.stdout : null;
}

export async function build({ run, root }) {
  if (!existsSync(join(root, 'dist/rankplan.cjs')))
    throw new Error(
      'dist/rankplan.cjs is not there: carry dist/, or run `npm run build` where there is a network',
    );
  const built = await run(process.execPath, ['scripts/build-native.mjs'], { mayFail: true });
  const programs = ['rankplan-probe', 'rankplan-exec'];
  const missing = ['rankplan.node', ...programs].filter((name) => !existsSync(join(root, NATIVE, name)));
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')}: not built, and not there: ${built.stderr.trim()}`);
  // The transfer to this machine may have lost the executable bits.
  for (const name of programs) tryMakeExecutable(join(root, NATIVE, name));
  return {
    source: built.status === 0 ? 'built here' : 'prebuilt',
    said: (built.stdout + built.stderr).trim(),
  };
}

function tryMakeExecutable(path) {
  try {
    chmodSync(path, 0o755);
  } catch {
    // The file has another owner; the steps that run it report it.
  }
}

/** The first Python that has a PyTorch which sees a GPU. Its first import may take a minute. */
export async function findPython({ run, found }) {
  const { RANKPLAN_TEST_PYTHON, VIRTUAL_ENV, CONDA_PREFIX } = process.env;
  const prefixes = [VIRTUAL_ENV, CONDA_PREFIX].filter((prefix) => prefix);
  const usual = [
    'python3',
    'python',
    '/opt/conda/bin/python',
    '/opt/venv/bin/python',
    '/usr/local/bin/python3',
  ];
  const candidates = RANKPLAN_TEST_PYTHON
    ? [RANKPLAN_TEST_PYTHON]
    : [...prefixes.map((prefix) => join(prefix, 'bin/python')), ...usual, '/usr/bin/python3'];
  const tried = [];
  for (const python of candidates) {
    const answer = await run(python, ['-c', ASK_TORCH], { mayFail: true }).catch((error) => {
      if (error instanceof Absent) return null;
      throw error;
    });
    if (answer === null) continue;
    const [executable, version, sees] = (answer.stdout.trim().split('\n').at(-1) ?? '').split(' ');
    tried.push(
      `${python}: ${sees === undefined ? answer.stderr.trim().split('\n').at(-1) : 'torch sees no GPU'}`,
    );
    if (sees !== 'True') continue;
    found.python = executable;
    return { python, torch: version };
  }
  throw new Absent(
    `no Python here has a torch that sees a GPU (${tried.join('; ') || 'there is no Python'})`,
  );
}

const ASK_TORCH = 'import sys, torch; print(sys.executable, torch.__version__, torch.cuda.is_available())';

/** The driver must give two programs the same facts. */
export async function discover({ run, found }) {
  const { stdout, stderr } = await run.rankplan(['probe', '--format', 'json']);
  const { driver, cuda, gpus } = JSON.parse(stdout);
  const parents = new Set(gpus.map(({ parent }) => parent));
  found.gpus = gpus;
  found.gpu = gpus.find(({ index, parent }) => parent === null && !parents.has(index));
  const uuids = await compareUuids(run, gpus);
  const facts = await compareFacts(run, gpus, driver);
  const problems = [...(gpus.length === 0 ? ['no GPU was found'] : []), ...(uuids ?? []), ...(facts ?? [])];
  return { driver, cuda, gpus, comparedWithNvidiaSmi: uuids !== null, said: stderr.trim(), problems };
}

async function compareUuids(run, gpus) {
  const list = await askSmi(run, ['-L']);
  if (list === null) return null;
  const listed = [...list.matchAll(/UUID: ((?:GPU|MIG)-[\w/-]+)/g)].map(([, uuid]) => uuid);
  const isSame = JSON.stringify(listed.sort()) === JSON.stringify(gpus.map(({ uuid }) => uuid).sort());
  return isSame ? [] : [`nvidia-smi lists ${listed.join(', ')}`];
}

const QUERY = ['uuid', 'name', 'pci.bus_id', 'memory.total', 'compute_cap', 'driver_version'];

async function compareFacts(run, gpus, driver) {
  const table = await askSmi(run, [`--query-gpu=${QUERY.join(',')}`, '--format=csv,noheader,nounits']);
  if (table === null) return null;
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [uuid, name, address, mebibytes, capability, version] = line
        .split(',')
        .map((cell) => cell.trim());
      const gpu = gpus.find((one) => one.uuid === uuid);
      if (gpu === undefined) return [];
      const pairs = [
        ['model', gpu.model, name],
        ['pci', gpu.pci, address.toLowerCase().replace(/^0000(?=[0-9a-f]{4}:)/, '')],
        ['memory', Math.round(gpu.memoryBytes / 2 ** 20), Number(mebibytes)],
        ['computeCapability', gpu.computeCapability, capability],
        ['driver', driver, version],
      ];
      return pairs
        .filter(([, own, other]) => own !== other)
        .map(([fact, own, other]) => `GPU ${gpu.index}: ${fact} is ${own}, nvidia-smi says ${other}`);
    });
}
