import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { compilePlan, runJob } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';
import { outcomeTopology } from './outcomes/topology.ts';

/* What runs on each node before the ranks: once on each, on all of them, and none of the ranks where one says no. */
const launch = { command: ['sh', '-c', 'echo "rank $RANK"'] };
const NODES = [
  { hosts: 'a1', cpus: 8, gpus: { count: 2, model: 'A100' } },
  { hosts: 'b1', cpus: 8, gpus: { count: 1, model: 'H100' } },
  { hosts: 'c1', cpus: 8, cpuRanks: 2 },
];
const PLACES: readonly (readonly [string, object, readonly string[]])[] = [
  ['one component', { nodes: NODES.slice(0, 2) }, ['total', 'none']],
  ['two components', { nodes: NODES }, ['total']],
];

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const cluster = useCluster(planOf(outcomeTopology({}, { nodes: NODES })).nodes, { slurm });

  const run = async (section: object, place: object) => {
    const plan = planOf(outcomeTopology(section, { launch, ...place }));
    const hosts = plan.nodes.map(({ name }) => name);
    return { plan, hosts, ...(await runJob(cluster(), compilePlan(cluster(), plan))) };
  };

  describe.each(PLACES)('%s', (_, place, forms) => {
    test('nodes that are well', async () => {
      const script = 'echo "$SLURMD_NODENAME $# $1 $2 ${CUDA_VISIBLE_DEVICES-}"';
      const words = ['sh', '-c', script, 'x', ':', "it's $HOME"];
      const { state, log, read, hosts } = await run({ healthCheck: words }, place);
      expect(state, log).toBe('COMPLETED');
      const gpus: Record<string, string> = { a1: '0,1', b1: '0', c1: '' };
      for (const host of hosts)
        expect(read(`health/${host}.log`)).toBe(`${host} 2 : it's $HOME ${gpus[host]}\n`);
      expect(read('rank-2.out')).toBe('rank 2\n');
    });

    test.each(forms)('asks for GPUs by `gpuRequest: %s`', async (gpuRequest) => {
      const words = ['sh', '-c', '[ "$SLURMD_NODENAME" = c1 ] || [ -n "$CUDA_VISIBLE_DEVICES" ]'];
      const { state, log } = await run({ gpuRequest, healthCheck: words }, place);
      expect(state, log).toBe('COMPLETED');
    });

    test('all that are ill are named, and no rank runs', async () => {
      const script = '[ "$SLURMD_NODENAME" = c1 ] || { echo "ECC on $SLURMD_NODENAME"; exit 3; }';
      const section = { healthCheck: ['sh', '-c', script], restarts: 1 };
      const { state, exitCode, log, hosts, runDir, plan } = await run(section, place);
      expect({ state, exitCode }, log).toEqual({ state: 'FAILED', exitCode: 78 });
      for (const host of ['a1', 'b1']) {
        expect(log).toMatch(
          new RegExp(`${host}: the health check ended with status 3; its log: .*\\n {2}ECC on ${host}`),
        );
      }
      expect(log).toContain(`2 of ${hosts.length} nodes failed slurm.healthCheck: `);
      expect(plan.ranks.filter(({ rank }) => existsSync(join(runDir, `rank-${rank}.out`)))).toEqual([]);
    });
  });

  test('a check that is killed, or is no program, gives no rank', async () => {
    const killed = await run({ healthCheck: ['sh', '-c', 'kill -KILL $PPID'] }, PLACES[0]?.[1] ?? {});
    expect(killed.exitCode, killed.log).toBe(78);
    expect(killed.log).toContain('a1: the health check gave no answer');
    const missing = await run({ healthCheck: ['no-such-program'] }, PLACES[0]?.[1] ?? {});
    expect(missing.exitCode).toBe(78);
    expect(missing.log).toContain('a1: the health check ended with status 127');
  });

  test('a node without the compiled directory is told as that', async () => {
    const plan = planOf(outcomeTopology({ healthCheck: ['true'] }, { launch, nodes: NODES }));
    const folder = compilePlan(cluster(), plan);
    await cluster().hide('b1', folder);
    const { log, ...outcome } = await runJob(cluster(), folder);
    expect(outcome).toMatchObject({ state: 'FAILED', exitCode: 78 });
    expect(log).toMatch(/ is not on b1: it must be on a file system that all nodes share/);
    expect(log).not.toContain('health check');
  });

  test('a job that is cancelled during the check', async () => {
    const plan = planOf(outcomeTopology({ healthCheck: ['sleep', '300'] }, { launch }));
    const meanwhile = async (id: number, run: string) => {
      await expect.poll(() => existsSync(join(run, 'health/b1.log'))).toBe(true);
      await cluster().cancel(id);
    };
    const { state, runDir } = await runJob(cluster(), compilePlan(cluster(), plan), { meanwhile });
    expect(state).toBe('CANCELLED');
    expect(existsSync(join(runDir, 'rank-0.out'))).toBe(false);
  });
});
