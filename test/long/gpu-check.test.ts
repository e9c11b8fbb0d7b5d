import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireTool } from '../integration/require-tool.ts';
import { findProcesses } from '../native/exec-fixture.ts';
import { fakeMachine, hasNative } from '../native/fake-machine.ts';
import { HANG_MS, until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';

const scratch = makeFolder('rankplan-gpu-check-');

const PROGRAM = resolve('scripts/gpu-check');

interface Step {
  readonly name: string;
  readonly status: 'ok' | 'failed' | 'absent';
  readonly reason?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

function gpuCheck(
  scenario: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  [program = '', ...before]: readonly string[] = [PROGRAM],
) {
  const report = join(mkdtempSync(join(scratch, 'report-')), 'report.json');
  const machine = fakeMachine(`../scores/${scenario}`);
  const { status, stderr } = spawnSync(program, [...before, ...args, report], {
    encoding: 'utf8',
    // No PyTorch of this machine, whose CUDA is another.
    env: { ...machine.env, RANKPLAN_TEST_PYTHON: '/nonexistent/python3', ...env },
    timeout: HANG_MS,
  });
  const read = (): readonly Step[] => JSON.parse(readFileSync(report, 'utf8')).steps;
  const steps = status === 2 ? [] : read();
  return { status, stderr, steps, find: (name: string) => steps.find((step) => step.name === name) };
}

/** A copy of what is carried to a machine with a GPU, where all files have lost their executable bit. */
function carryClone(): string {
  const root = mkdtempSync(join(scratch, 'carried-'));
  for (const path of ['dist', 'scripts', 'package.json']) cpSync(path, join(root, path), { recursive: true });
  for (const name of ['rankplan-probe', 'rankplan-exec'])
    chmodSync(join(root, `dist/native/${process.platform}-${process.arch}`, name), 0o644);
  chmodSync(join(root, 'scripts/gpu-check'), 0o644);
  return join(root, 'scripts/gpu-check');
}

/** A folder with programs, each a script of bash. */
function writePrograms(programs: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(scratch, 'bin-'));
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  return folder;
}

const isThere = spawnSync('python3', ['-c', '']).status === 0;
const hasPython = requireTool('python3', isThere, 'apt install python3');

const UUIDS = [0, 1].map((gpu) => `GPU-40500000-0000-4000-8000-00000000000${gpu}`);
const ADDRESSES = ['00000000:17:00.0', '00000000:31:00.0'];
const nvidiaSmi = (memory = 46_068) => `case "$*" in
  -L) printf 'GPU %s: NVIDIA L40S (UUID: %s)\\n' 0 ${UUIDS[0]} 1 ${UUIDS[1]} ;;
  --query-gpu=*) printf '%s\\n' ${UUIDS.map(
    (uuid, gpu) => `'${uuid}, NVIDIA L40S, ${ADDRESSES[gpu]}, ${memory}, 8.9, 580.95.05'`,
  ).join(' ')} ;;
  *) echo 'some facts' ;;
esac`;

/** PyTorch as far as gpu-check asks for it. */
const PYTHON = `case $1 in
  -c) echo "$0 2.13.0 True" ;;
  *torch-figures.py) [[ $CUDA_VISIBLE_DEVICES == ${UUIDS[0]} ]] && echo "warning" &&
    echo '{ "matmul": 230, "copy": 670, "elementwise": 400 }' ;;
  *workload.py) echo "rank $RANK on $CUDA_VISIBLE_DEVICES" ;;
esac`;

/** The same, where its ranks compute on the imitated GPUs, and a torchrun in miniature. */
const IMITATED = `PYTHONPATH='${resolve('test/clients/imitated')}' PYTHONDONTWRITEBYTECODE=1 python3`;
const RANKS = `${PYTHON.replace(/esac$/, '')}
  -m) count=\${3#*=}; shift 4; export WORLD_SIZE=$count MASTER_ADDR=localhost MASTER_PORT=1
    for ((rank = 0; rank < count; rank++)); do RANK=$rank LOCAL_RANK=$rank ${IMITATED} "$@" & jobs+=($!); done
    status=0; for job in "\${jobs[@]}"; do wait "$job" || status=1; done; exit $status ;;
  *) exec env ${IMITATED} "$@" ;;
esac`;

describe.skipIf(!hasNative)('scripts/gpu-check', () => {
  test('works where all is carried; it asks the first Python with a PyTorch', () => {
    const programs = { 'nvidia-smi': nvidiaSmi(), python3: 'exit 1', python: PYTHON };
    const PATH = `${writePrograms(programs)}:/usr/bin:/bin`;
    const TMPDIR = mkdtempSync(join(scratch, 'tmp-'));
    const env = { PATH, TMPDIR, RANKPLAN_TEST_PYTHON: undefined };
    const { find, stderr } = gpuCheck('two-l40s', [process.execPath], env, ['bash', carryClone()]);
    expect(find('build')).toMatchObject({ status: 'ok', facts: { source: 'prebuilt' } });
    expect({ step: find('discover'), stderr }).toMatchObject({
      step: { status: 'ok', facts: { comparedWithNvidiaSmi: true } },
    });
    expect(find('python')).toMatchObject({ status: 'ok', facts: { python: 'python', torch: '2.13.0' } });
    expect(find('score-again')).toMatchObject({
      status: 'ok',
      facts: { document: { format: 'rankplan-probe/1' } },
    });
    expect(find('torch-figures')?.reason).toMatch(/^bandwidth is 7\d\.\d+ % off PyTorch's$/);
    expect(find('run')?.status).toBe('ok');
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  test('needs no folder for what is temporary, no home, and no nvidia-smi that works', () => {
    const PATH = `${writePrograms({ 'nvidia-smi': 'exit 9' })}:${process.env['PATH']}`;
    const env = { TMPDIR: '/nonexistent', HOME: undefined, PATH };
    const { find } = gpuCheck('two-l40s', [process.execPath], env);
    expect(find('discover')).toMatchObject({ status: 'ok', facts: { comparedWithNvidiaSmi: false } });
    expect(find('run')?.status).toBe('ok');
  });

  test('ends, with all that it started, when it is told to', async () => {
    const report = join(mkdtempSync(join(scratch, 'report-')), 'report.json');
    const { env } = fakeMachine('../scores/hangs');
    const child = spawn(PROGRAM, [process.execPath, report], {
      env: { ...env, RANKPLAN_TEST_PYTHON: '/nonexistent/python3' },
      stdio: 'ignore',
    });
    const ended = new Promise((done) => child.on('close', done));
    const mark = `${env['XDG_CACHE_HOME']}`;
    const isMeasuring = () => existsSync(report) && readFileSync(report, 'utf8').includes('"python"');
    await until('the measuring', isMeasuring);
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    await until('the end of everything', () => findProcesses(mark).length === 0);
  });

  test('goes through all steps with a Node that is carried', () => {
    const { steps, find, stderr } = gpuCheck('two-l40s', [process.execPath], { NODE: '/nonexistent' });
    expect(steps.map(({ name }) => name)).toEqual([
      'machine',
      'build',
      'discover',
      'python',
      'score',
      'score-again',
      'torch-figures',
      'run',
      'verify',
      'audit',
      'stray-allocation',
      'question-ids',
      'question-backends',
      'question-cpu',
      'question-memory',
      'question-mapping',
    ]);
    for (const name of ['machine', 'build', 'discover', 'score', 'score-again'])
      expect({ step: find(name), stderr }).toMatchObject({ step: { status: 'ok' } });
    expect(find('torch-figures')).toMatchObject({ status: 'absent' });
    expect(find('score')?.facts).toMatchObject({ scores: { 0: { bf16: { quality: 'ok' } } } });
    expect(find('run')?.reason).toBeUndefined();
    expect(find('verify')).toMatchObject({
      status: 'ok',
      facts: { said: expect.stringMatching(/^localhost: verified: as planned: 1 GPU by UUID and memory, /m) },
    });
  });

  test.skipIf(!hasPython)('asks the questions of the examples, the usual way and by plan', () => {
    const RANKPLAN_TEST_PYTHON = join(writePrograms({ python: RANKS }), 'python');
    const { find } = gpuCheck('two-l40s', [process.execPath], {
      RANKPLAN_TEST_PYTHON,
      GPU_CHECK_PATIENCE: '50',
    });
    for (const name of ['ids', 'backends', 'cpu', 'memory', 'mapping'])
      expect(find(`question-${name}`)).toMatchObject({ status: 'ok' });
    const said = (name: string) => [find(`question-${name}`)?.facts?.['said']].flat().join('\n');
    expect(said('backends')).toContain('Duplicate GPU detected : rank 0 and rank 1');
    expect(said('memory')).toContain('stray-context: rank 1');
  });

  test('a question whose answer is another fails, with what was said', () => {
    // A PyTorch that refuses nothing.
    const python = PYTHON.replace(/esac$/, '*) echo "fine" ;; esac');
    const RANKPLAN_TEST_PYTHON = join(writePrograms({ python }), 'python');
    const env = { RANKPLAN_TEST_PYTHON, GPU_CHECK_PATIENCE: '50' };
    const { find } = gpuCheck('two-l40s', [process.execPath], env);
    expect(find('question-ids')).toMatchObject({
      status: 'failed',
      reason: 'the usual way ended with status 0',
      facts: { said: ['the usual way: fine', expect.stringContaining('the plan: ')] },
    });
    expect(find('question-memory')?.status).toBe('failed');
    expect(find('question-mapping')?.status).toBe('failed');
  });

  test('a step that fails does not stop the others, and is told', () => {
    const PATH = `${writePrograms({ 'nvidia-smi': nvidiaSmi(1) })}:${process.env['PATH']}`;
    const { status, find } = gpuCheck('launch-failure', [], { NODE: process.execPath, PATH });
    expect(status).toBe(1);
    const reason = expect.stringContaining('GPU 0: memory is 46068, nvidia-smi says 1');
    expect(find('discover')).toMatchObject({ status: 'failed', reason });
    expect(find('score')).toMatchObject({ status: 'failed', reason: expect.stringContaining('RP5224') });
    expect(find('stray-allocation')).toBeDefined();
  });

  test('what is no Node is told at once', () => {
    const { status, stderr } = gpuCheck('two-l40s', ['/nonexistent/node']);
    expect(status).toBe(2);
    expect(stderr).toContain("'/nonexistent/node' is no Node");
    const hasty = gpuCheck('two-l40s', [process.execPath], { GPU_CHECK_PATIENCE: 'none' });
    expect(hasty.status).toBe(2);
    expect(hasty.stderr).toContain("GPU_CHECK_PATIENCE is 'none'");
  });
});
