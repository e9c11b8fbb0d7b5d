import { expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { compilePlan, runJob } from './conformance/run-plan.ts';
import { startCluster } from './harness/cluster.ts';
import { findSlurms, variantsOf } from './harness/versions.ts';

/* Two jobs on one node never touch each other's GPUs. */
const node = { hosts: 'a1', cpus: 8, gpus: { count: 4, model: 'A100' } };
const topology = (worldSize: number, visibility: string): object => ({
  version: 1,
  name: 'sharing',
  models: { A100: { gres: 'a100' } },
  nodes: [node],
  mapping: { worldSize },
  launch: {
    visibility,
    command: ['bash', '-c', 'echo "$SLURM_JOB_GPUS|$CUDA_VISIBLE_DEVICES"; sleep 2'],
  },
  slurm: { time: 5, allocation: 'shared' },
});

for (const variant of findSlurms().flatMap(variantsOf)) {
  test.each(['ordered', 'isolated'])(`${variant.title}: two jobs share a node, %s`, async (visibility) => {
    const plans = [planOf(topology(1, visibility)), planOf(topology(3, visibility))];
    const cluster = await startCluster(plans[0]?.nodes ?? [], variant);
    try {
      const jobs = await Promise.all(
        plans.map(async (plan) => ({ plan, ...(await runJob(cluster, compilePlan(cluster, plan))) })),
      );
      const held: string[] = [];
      for (const { plan, state, log, read } of jobs) {
        expect(state, log).toBe('COMPLETED');
        const lines = plan.ranks.map(({ rank }) => read(`rank-${rank}.out`).trim().split('|'));
        const own = (lines[0]?.[0] ?? '').split(',');
        held.push(...own);
        expect(own).toHaveLength(plan.worldSize);
        const seen = lines.map(([, visible = '']) => visible.split(','));
        expectWithin(seen, own, visibility, variant.constrained);
      }
      expect(held.sort()).toEqual(['0', '1', '2', '3']);
    } finally {
      await cluster.stop();
    }
  });
}

/** Where devices are constrained, a job's own are numbered from 0. */
function expectWithin(
  seen: string[][],
  own: readonly string[],
  visibility: string,
  constrained: boolean,
): void {
  const names = constrained ? own.map((_, position) => String(position)) : own;
  if (visibility === 'ordered') for (const list of seen) expect(list).toEqual(names);
  else expect(seen.flat()).toEqual(names);
}

/* A step that asks for three CPUs for each task gets two whole cores for each, which the job does not have: it waits. */
test.each(findSlurms())('$fullVersion: an odd number of CPUs, with two threads to a core', async (slurm) => {
  const plan = planOf({
    version: 1,
    name: 'odd',
    models: { A100: { gres: 'a100' } },
    nodes: [{ hosts: 'big1', cpus: 24, gpus: { count: 6, model: 'A100' } }],
    mapping: { worldSize: 5 },
    launch: { command: ['bash', '-c', 'echo "$RANK $SLURM_CPUS_PER_TASK"'] },
    slurm: { time: 5, allocation: 'shared', cpusPerTask: 3 },
  });
  const cluster = await startCluster(plan.nodes, { slurm, threadsPerCore: 2 });
  try {
    const { state, log, read } = await runJob(cluster, compilePlan(cluster, plan));
    expect(state, log).toBe('COMPLETED');
    const lines = plan.ranks.map(({ rank }) => read(`rank-${rank}.out`));
    expect(lines).toEqual(plan.ranks.map(({ rank }) => `${rank} 3\n`));
  } finally {
    await cluster.stop();
  }
});
