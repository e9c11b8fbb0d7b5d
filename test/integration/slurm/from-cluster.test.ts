import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { findDifferences } from './conformance/compare-run.ts';
import { runPlan } from './conformance/run-plan.ts';
import type { RunResult } from './harness/commands.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';

/* The round trip: a topology is written from a cluster, agrees with it, and its jobs run there as planned. */
const CLI = resolve('dist/rankplan.cjs');

const { nodes } = planOf({
  version: 1,
  name: 'cluster',
  models: { A100: { gres: 'a100' }, H100: { gres: 'h100' } },
  nodes: [
    { hosts: 'a[1-2]', cpus: 8, gpus: { count: 2, model: 'A100' } },
    { hosts: 'b1', cpus: 8, gpus: { count: 1, model: 'H100' } },
    {
      hosts: 'm1',
      cpus: 8,
      gpus: [
        { index: 0, model: 'A100' },
        { index: 1, model: 'H100' },
      ],
    },
    { hosts: 'c1', cpus: 4, cpuRanks: 1 },
  ],
});

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const cluster = useCluster(nodes, { slurm });

  const rankplan = (args: readonly string[], input?: string): Promise<RunResult> =>
    cluster().run([process.execPath, CLI, ...args], input === undefined ? {} : { input });

  const init = async (...options: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await rankplan(['init', '--from', 'slurm', '-o', '-', ...options]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };

  const check = (topology: string): Promise<RunResult> => rankplan(['check', '--slurm', '-'], topology);

  test.each([[[]], [['--classes']]])('init %j, check, compile, sbatch', async (options) => {
    const topology = await init(...options);
    expect(await check(topology)).toMatchObject({
      status: 0,
      stdout: '<stdin>: ok: 7 ranks on 4 of 4 nodes, and the cluster agrees\n',
    });
    expect(findDifferences(await runPlan(cluster(), planOf(topology)), false)).toEqual([]);
  });

  test('a recorded answer gives the same topology', async () => {
    const live = await init();
    for (const args of [['node'], ['node', '-o']]) {
      const { stdout: told } = await cluster().run(['scontrol', 'show', ...args]);
      const { stdout: partitions } = await cluster().run(['scontrol', 'show', 'partition']);
      const recorded = await rankplan(['init', '--from', 'slurm', '-', '-o', '-'], told + partitions);
      expect(recorded.stdout).toBe(live);
    }
  });

  test('what the catalog says of the commands of Slurm is so', async () => {
    const base = 'version: 1\nname: t\nnodes: [{ hosts: a1, gpus: { count: 2 } }]\n';
    const codes = async (slurmSection: string): Promise<readonly string[]> => {
      const { stdout } = await check(base + slurmSection);
      return stdout.match(/RP\d{4}/g) ?? [];
    };
    expect(await codes('slurm: { partition: gpu, time: 5 }')).toEqual([]);
    expect(await codes('slurm: { partition: nowhere }')).toEqual(['RP5106']);
    expect(await codes('slurm: { directives: { reservation: nowhere } }')).toEqual(['RP5111']);
    expect(await codes('slurm: { constraint: nothing }')).toEqual(['RP5111']);
  });

  test('a node that is drained is told, and left out with its reason', async () => {
    const topology = await init();
    await cluster().drain('b1');
    try {
      const { status, stdout } = await check(topology);
      expect({ status, codes: stdout.match(/RP\d{4}/g) }).toEqual({ status: 0, codes: ['RP5105'] });
      expect(await init()).toMatch(/^ {2}# left out: b1: out of service \(IDLE\+DRAIN(\+[A-Z]+)*\): /m);
    } finally {
      await cluster().resume('b1');
    }
  });

  test('without a controller, it is said within seconds', async () => {
    const conf = readFileSync(join(cluster().workDir, '../etc/slurm.conf'), 'utf8');
    const path = join(cluster().workDir, 'dead.conf');
    const dead = conf.replace(/^SlurmctldPort=.*$/m, 'SlurmctldPort=1');
    writeFileSync(path, dead.replace(/^MessageTimeout=.*$/m, 'MessageTimeout=5'));
    const { status, stderr } = await cluster().run([process.execPath, CLI, 'init', '--from', 'slurm'], {
      env: { SLURM_CONF: path },
    });
    expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining('cannot be reached') });
  });
});
