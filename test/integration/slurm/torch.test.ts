import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { digestOf } from '../../../src/cli/input/digest.ts';
import { renderPlan } from '../../../src/compiler/plan/render-plan.ts';
import { emitPlan, selectEmitters } from '../../../src/emitters/emit-plan.ts';
import { writeArtifacts } from '../../../src/runtime/write-artifacts.ts';
import { planOf } from '../../compile-text.ts';
import { until } from '../../patience.ts';
import { hasTorch, PYTHON } from '../require-torch.ts';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { type SharedPython, sharePython } from './harness/python.ts';
import { findSlurms, whyUnconstrained } from './harness/versions.ts';

/*
 * An unmodified DDP script (gloo) trains under job.sbatch, and under torchrun.sbatch, on two uneven nodes as under one
 * torchrun: the same losses, step by step. And what torchrun alone would not do: rank by rank its log and status, all
 * nodes again together, words as they were written, nothing of the submitting shell, warnings that only ranks follow.
 */
const SCRIPT = resolve('test/integration/torch/train.py');
const FAIL_ONCE = resolve('test/integration/torch/fail-once.py');
const ENV = { OMP_NUM_THREADS: '1', GLOO_SOCKET_IFNAME: 'lo' };

/** For bash: ranks say in each attempt that they are there, and rank 2 can wait for the two others. */
const MEET = `
here=$RANKPLAN_RUN_DIR/here-$TORCHELASTIC_RESTART_COUNT
: >"$here-$RANK"
await_others() { until [[ -e $here-0 && -e $here-1 ]]; do sleep 0.1; done; }`;

const plan = (command: readonly string[], slurm: object = {}, more: object = {}, mapping: object = {}) =>
  planOf({
    version: 1,
    name: 'ddp',
    nodes: [
      { hosts: 'b1', cpus: 8, gpus: { count: 1 } },
      { hosts: 'a1', cpus: 8, gpus: { count: 2 } },
    ],
    mapping,
    launch: { backend: 'gloo', command, env: ENV, ...more },
    slurm: { time: 5, ...slurm },
  });

interface Job {
  readonly command: readonly string[];
  readonly slurm?: object;
  readonly launch?: object;
  readonly mapping?: object;
  /** Of the submitting shell. */
  readonly env?: Readonly<Record<string, string>>;
  readonly script?: 'job.sbatch' | 'torchrun.sbatch';
  /** Once these files are in the run's directory. */
  readonly act?: {
    readonly files: readonly string[];
    readonly perform: (id: number, isThere: (name: string) => boolean) => Promise<unknown>;
  };
}

const TRACKS = ['cgroup', 'linuxproc', 'pgid'].filter(
  (track) => track !== 'cgroup' || whyUnconstrained() === null,
);

const SLURMS = hasTorch ? findSlurms() : [];

describe.each(SLURMS)('Slurm $fullVersion', (install) => {
  /** What torchrun does by itself, whichever Slurm started it: seen once. */
  const ofTorchrun = install === SLURMS.at(-1) ? test : () => {};
  const libraries = mkdtempSync(join(tmpdir(), 'rankplan-libraries-'));
  const python: SharedPython = sharePython(PYTHON, install, libraries);
  let cluster: Cluster;
  let reference: readonly number[];
  beforeAll(async () => {
    const args = ['-m', 'torch.distributed.run', '--standalone', '--nproc-per-node=3', SCRIPT];
    const { stdout } = spawnSync(PYTHON, args, { encoding: 'utf8', env: { ...process.env, ...ENV } });
    reference = lossesIn(stdout);
    cluster = await startCluster(plan(['true']).nodes, { slurm: install, shared: python.paths });
  });
  afterAll(async () => {
    await cluster?.stop();
    rmSync(libraries, { recursive: true });
  });

  const run = async (
    { command, slurm, launch, mapping, env, script = 'torchrun.sbatch', act }: Job,
    on = cluster,
  ) => {
    const folder = mkdtempSync(join(on.workDir, 'a $$ ${local_rank} '));
    const made = plan(command, slurm, launch, mapping);
    const planText = renderPlan(made);
    const emitters = selectEmitters(['slurm', 'torchrun']);
    const out = join(folder, 'out');
    writeArtifacts(out, emitPlan({ plan: made, planText, planDigest: digestOf(planText), emitters }));
    const id = await on.submit(join(out, script), [], {
      sbatch: ['-o', join(folder, 'log')],
      env: { ...python.env, ...env },
    });
    const pathOf = (name: string): string => join(out, 'runs', String(id), name);
    const read = (name: string): string =>
      existsSync(pathOf(name)) ? readFileSync(pathOf(name), 'utf8') : '';
    if (act !== undefined) {
      const isThere = (file: string) => existsSync(pathOf(file));
      await until('the files of the ranks', () => act.files.every(isThere));
      await act.perform(id, isThere);
    }
    const { state, exitCode } = await on.waitForJob(id);
    const log = readFileSync(join(folder, 'log'), 'utf8');
    return { state, exitCode, log: `${log}\n${read('node-0.err')}\n${read('node-1.err')}`, read };
  };
  const runInBash = (script: string, more: Partial<Job> = {}, on = cluster) =>
    run({ command: ['bash', '-c', script, 'rank'], ...more }, on);
  const perRank = (read: (name: string) => string) =>
    [0, 1, 2].map((rank) => read(`rank-${rank}.out`).trim());

  test.each(['job.sbatch', 'torchrun.sbatch'] as const)('%s trains as one torchrun does', async (script) => {
    const { state, log, read } = await run({ command: [python.program, SCRIPT], script });
    expect(state, log).toBe('COMPLETED');
    expect(lossesIn(read('rank-0.out'))).toEqual(reference);
  });

  test('each rank finds torchrun’s numbers, the plan’s GPUs and its own facts', async () => {
    const own = '$RANK $LOCAL_RANK $WORLD_SIZE $CUDA_VISIBLE_DEVICES $RANKPLAN_RANK $RANKPLAN_GPU';
    const slurm = '$SLURM_PROCID $SLURM_NTASKS $SLURM_CPUS_PER_TASK';
    const script = `echo "$SLURMD_NODENAME ${own} ${slurm} $TORCHELASTIC_MAX_RESTARTS $NODE_RANK \${RANKPLAN_DIR-none}"; [[ $MASTER_ADDR == b1 && $MASTER_PORT -gt 0 && -n $TORCHELASTIC_RUN_ID ]]`;
    const { state, log, read } = await runInBash(script);
    expect(state, log).toBe('COMPLETED');
    expect(perRank(read)).toEqual([
      'b1 0 0 3 0 0 0 0 3 4 0 0 none',
      'a1 1 0 3 0,1 1 0 1 3 4 0 1 none',
      'a1 2 1 3 0,1 2 1 2 3 4 0 1 none',
    ]);
    const isolated = await runInBash('echo "$LOCAL_RANK $CUDA_VISIBLE_DEVICES"', {
      launch: { visibility: 'isolated' },
    });
    expect(isolated.state, isolated.log).toBe('COMPLETED');
    expect(perRank(isolated.read)).toEqual(['0 0', '0 0', '0 1']);
  });

  ofTorchrun('a rank that has several GPUs finds all of them, whatever torchrun counts', async () => {
    const { state, log, read } = await run({
      command: [resolve('test/clients/jax-like.bash')],
      mapping: { gpusPerRank: 'node' },
    });
    expect(state, log).toBe('COMPLETED');
    expect([0, 1].map((rank) => read(`rank-${rank}.out`))).toEqual([
      'process 0 of 2 at b1, devices 0\n',
      'process 1 of 2 at b1, devices 0 1\n',
    ]);
    const spread = { command: [resolve('test/clients/device-map-like.bash'), 'by-local-rank', '2'] };
    const pairs = await run({ ...spread, mapping: { gpusPerRank: 2, exclude: ['b1'] } });
    expect(pairs.read('rank-0.out')).toBe('rank 0: 0 0 1 2 3; 1 4 5 6 7\n');
  });

  ofTorchrun('words, presets and directories of others change nothing', async () => {
    const words = ['a$$b', '${local_rank}', '$rank', ' two  blanks ', '*', ''];
    const { state, log, read } = await run({
      command: ['bash', '-c', 'printf "<%s>" "$@"; env | grep ^PET_', 'rank', ...words],
      launch: { setup: ['export PET_STANDALONE=1'] },
      env: {
        ...{ PET_STANDALONE: '1', PET_RDZV_ENDPOINT: 'zz:1', PET_MODULE: '1', PET_LOG_DIR: '/dev/null/bad' },
        ...{ PET_NNODES: '7', TORCHELASTIC_RUN_ID: 'other', TORCH_ELASTIC_WORKER_IDENTICAL: '1' },
      },
    });
    // grep finds nothing, which is a failure.
    expect({ state, read: read('rank-1.out') }, log).toEqual({
      state: 'FAILED',
      read: words.map((word) => `<${word}>`).join(''),
    });
  });

  test('the first rank that fails gives its number and its status', async () => {
    const script = '((RANK != 2)) || { echo "no luck" >&2; exit 42; }; sleep 100';
    const { state, exitCode, log } = await runInBash(script);
    expect({ state, exitCode }, log).toEqual({ state: 'FAILED', exitCode: 42 });
    expect(log).toMatch(
      /torchrun\.sbatch: rank 2 \(a1, GPU 1\) failed with status 42; its log: .*rank-2\.err\n {2}no luck\n/,
    );
  });

  test('all nodes start again together, twice', async () => {
    // Rank 0 has ended well, on the other node, before rank 2 fails.
    const script = `echo "attempt $TORCHELASTIC_RESTART_COUNT"${MEET}
((RANK != 2 || TORCHELASTIC_RESTART_COUNT == 2)) || { await_others; sleep 1; exit 42; }
((RANK == 0 || TORCHELASTIC_RESTART_COUNT == 2)) || sleep 100`;
    const { state, exitCode, log, read } = await runInBash(script, { slurm: { restarts: 3 } });
    expect({ state, exitCode }, log).toEqual({ state: 'COMPLETED', exitCode: 0 });
    expect(perRank(read)).toEqual(Array(3).fill('attempt 0\nattempt 1\nattempt 2'));
    expect(log).toContain('torchrun.sbatch: attempt 1: rank 2 (a1, GPU 1) failed with status 42\n');
  });

  ofTorchrun('a process group is made again after a restart', async () => {
    const { state, log, read } = await run({ command: [python.program, FAIL_ONCE], slurm: { restarts: 1 } });
    expect(state, log).toBe('COMPLETED');
    expect(perRank(read)).toEqual(Array(3).fill('attempt 0: sum 6\nattempt 1: sum 6'));
  });

  ofTorchrun('when no restart is left, the last failure counts', async () => {
    const script = '((RANK != 2 - TORCHELASTIC_RESTART_COUNT)) || exit $((41 + RANK)); sleep 100';
    const { state, exitCode, log } = await runInBash(script, { slurm: { restarts: 1 } });
    expect({ state, exitCode }, log).toEqual({ state: 'FAILED', exitCode: 42 });
    expect(log).toMatch(
      /attempt 0: rank 2 \(a1, GPU 1\) failed with status 43\n.*: rank 1 \(a1, GPU 0\) failed with status 42;/,
    );
  });

  ofTorchrun('a rank that is killed with its shell is started again, with all', async () => {
    const script = `echo "attempt $TORCHELASTIC_RESTART_COUNT"${MEET}
((TORCHELASTIC_RESTART_COUNT == 1)) || { ((RANK != 2)) || { await_others; kill -KILL 0; }; sleep 100; }`;
    const { state, log, read } = await runInBash(script, { slurm: { restarts: 1 } });
    expect(state, log).toBe('COMPLETED');
    expect(perRank(read)).toEqual(Array(3).fill('attempt 0\nattempt 1'));
  });

  test('a requeued job counts its attempts from the beginning', async () => {
    const script = `echo "attempt $TORCHELASTIC_RESTART_COUNT"${MEET}
((SLURM_RESTART_COUNT == 1)) && exit; ((RANK != 2 || TORCHELASTIC_RESTART_COUNT == 1)) || { await_others; exit 3; }; ((RANK)) || : >"$RANKPLAN_RUN_DIR/ready-$TORCHELASTIC_RESTART_COUNT"; sleep 100`;
    const requeue = (id: number) => cluster.run(['scontrol', 'requeue', String(id)]);
    const act = { files: ['ready-1'], perform: requeue };
    const { state, log, read } = await runInBash(script, { slurm: { restarts: 1 }, act });
    expect(state, log).toBe('COMPLETED');
    expect(perRank(read)).toEqual(Array(3).fill('attempt 0\nattempt 1\nattempt 0'));
  });

  ofTorchrun('what is refused is not tried again', async () => {
    const options = { slurm: { restarts: 5 }, env: { RANKPLAN_TORCHRUN_ARGS: '--nproc-per-node=2' } };
    const { state, exitCode, log, read } = await runInBash('true', options);
    expect({ state, exitCode }, log).toEqual({ state: 'FAILED', exitCode: 78 });
    expect(log).toMatch(
      /torchrun says rank \d of 4 for process \d on [ab]1, where the plan has rank (\d|none) of 3/,
    );
    const said = [0, 1, 2, 3].map((rank) => read(`rank-${rank}.err`).split('torchrun says').length - 1);
    expect(Math.max(...said)).toBe(1);
  });

  test.each(TRACKS)('signals reach ranks once, and torchrun lives on after a warning: %s', async (track) => {
    const on = await startCluster(plan(['true']).nodes, {
      ...{ slurm: install, shared: python.paths, constrained: track === 'cgroup' },
      settings: { ProctrackType: `proctrack/${track}` },
    });
    onTestFinished(() => on.stop());
    const script = `trap 'echo heeded; : >"$RANKPLAN_RUN_DIR/heeded-$RANK"' USR1; trap 'echo ended; exit 0' TERM
grep ^SigIgn /proc/self/status; : >"$RANKPLAN_RUN_DIR/ready-$RANK"
for ((i = 0; i < 600; i++)); do sleep 0.1; done`;
    const files = (name: string) => [0, 1, 2].map((rank) => `${name}-${rank}`);
    const perform = async (id: number, isThere: (name: string) => boolean) => {
      await on.cancel(id, ['--signal=USR1']);
      await until('the warning', () => files('heeded').every(isThere));
      await on.cancel(id);
    };
    const act = { files: files('ready'), perform };
    const { state, log, read } = await runInBash(script, { slurm: { restarts: 1 }, act }, on);
    expect(state, log).toBe('CANCELLED');
    for (const text of perRank(read)) expect(text).toMatch(/^SigIgn:\s+0+\nheeded\nended$/);
  });
});

function lossesIn(text: string): readonly number[] {
  const line = text.split('\n').find((candidate) => candidate.startsWith('['));
  if (line === undefined) throw new Error(`no losses in: ${text}`);
  return JSON.parse(line) as number[];
}
