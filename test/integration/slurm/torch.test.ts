import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/cli/digest.ts';
import { renderPlan } from '../../../src/compiler/plan/render-plan.ts';
import { emitPlan, selectEmitters } from '../../../src/emitters/emit-plan.ts';
import { writeArtifacts } from '../../../src/runtime/write-artifacts.ts';
import { planOf } from '../../compile-text.ts';
import { requireTool } from '../require-tool.ts';
import { type Cluster, PATIENT, startCluster } from './harness/cluster.ts';
import { findSlurms } from './harness/versions.ts';

/*
 * An unmodified DDP script (gloo) trains under job.sbatch, and under torchrun.sbatch, on two uneven nodes as under one
 * torchrun: the same losses, step by step. The Slurm in the chroot has no Python with torch.
 */
const PYTHON = process.env['RANKPLAN_TEST_PYTHON'] ?? 'python3';
const hasTorch = spawnSync(PYTHON, ['-c', 'import torch.distributed']).status === 0;
const isPossible = requireTool('torch', hasTorch, 'pip install torch, or set RANKPLAN_TEST_PYTHON');
const onHost = findSlurms().filter(({ chroot }) => chroot === null && isPossible);
const SCRIPT = resolve('test/integration/torch/train.py');
const ENV = { OMP_NUM_THREADS: '1', GLOO_SOCKET_IFNAME: 'lo' };
const TIMEOUT = { timeout: 180_000 };

const plan = (command: readonly string[], slurm: object = {}) =>
  planOf({
    version: 1,
    name: 'ddp',
    nodes: [
      { hosts: 'b1', cpus: 8, gpus: { count: 1 } },
      { hosts: 'a1', cpus: 8, gpus: { count: 2 } },
    ],
    launch: { backend: 'gloo', command, env: ENV },
    slurm: { time: 5, ...slurm },
  });

describe.each(onHost)('Slurm $fullVersion', (slurm) => {
  let cluster: Cluster;
  let reference: readonly number[];
  beforeAll(async () => {
    const args = ['-m', 'torch.distributed.run', '--standalone', '--nproc-per-node=3', SCRIPT];
    const { stdout } = spawnSync(PYTHON, args, { encoding: 'utf8', env: { ...process.env, ...ENV } });
    reference = lossesIn(stdout);
    cluster = await startCluster(plan(['true']).nodes, {
      slurm,
      settings: PATIENT,
      shared: [dirname(dirname(resolve(PYTHON)))],
    });
  }, 180_000);
  afterAll(() => cluster?.stop());

  const run = async (emitter: string, script: string, command: readonly string[], more: object = {}) => {
    const folder = join(cluster.workDir, `${emitter} ${Math.random()}`);
    const made = plan(command, more);
    const planText = renderPlan(made);
    const emitters = selectEmitters([emitter]);
    writeArtifacts(folder, emitPlan({ plan: made, planText, planDigest: digestOf(planText), emitters }));
    const env = { PATH: `${dirname(resolve(PYTHON))}:/usr/bin:/bin` };
    const id = await cluster.submit(join(folder, script), [], { sbatch: ['-o', join(folder, 'log')], env });
    const { state, exitCode } = await cluster.waitForJob(id, 120_000);
    const read = (name: string): string => readFileSync(join(folder, 'runs', String(id), name), 'utf8');
    return { state, exitCode, log: readFileSync(join(folder, 'log'), 'utf8'), read };
  };

  test('job.sbatch', TIMEOUT, async () => {
    const { state, log, read } = await run('slurm', 'job.sbatch', [PYTHON, SCRIPT]);
    expect(state, log).toBe('COMPLETED');
    expect(lossesIn(read('rank-0.out'))).toEqual(reference);
  });

  test('torchrun.sbatch', TIMEOUT, async () => {
    const { state, log, read } = await run('torchrun', 'torchrun.sbatch', [PYTHON, SCRIPT]);
    expect(state, log).toBe('COMPLETED');
    expect(lossesIn(read('node-0.out'))).toEqual(reference);
  });

  test('torchrun.sbatch gives ranks the numbers of the plan, and starts them anew', TIMEOUT, async () => {
    const script =
      'echo "$RANK $SLURMD_NODENAME $LOCAL_RANK $CUDA_VISIBLE_DEVICES"; ((TORCHELASTIC_RESTART_COUNT)) || exit 3';
    const { state, log, read } = await run('torchrun', 'torchrun.sbatch', ['bash', '-c', script], {
      restarts: 1,
    });
    expect(state, log).toBe('COMPLETED');
    const lines = [0, 1].map((node) => new Set(read(`node-${node}.out`).trim().split('\n')));
    expect(lines).toEqual([new Set(['0 b1 0 0']), new Set(['1 a1 0 0,1', '2 a1 1 0,1'])]);
  });

  test('a rank that fails ends the job of torchrun.sbatch', TIMEOUT, async () => {
    const { state, exitCode, log } = await run('torchrun', 'torchrun.sbatch', [
      'bash',
      '-c',
      '((RANK != 2))',
    ]);
    expect({ state, exitCode }).toEqual({ state: 'FAILED', exitCode: 1 });
    expect(log).toMatch(/torchrun\.sbatch: node 1 \(a1\) failed with status 1; its log: .*node-1\.err/);
  });
});

function lossesIn(text: string): readonly number[] {
  const line = text.split('\n').find((candidate) => candidate.startsWith('['));
  if (line === undefined) throw new Error(`no losses in: ${text}`);
  return JSON.parse(line) as number[];
}
