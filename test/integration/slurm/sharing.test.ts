import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { compilePlan } from './conformance/run-plan.ts';
import { PATIENT, startCluster } from './harness/cluster.ts';
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
    command: [
      'bash',
      '-c',
      ': >"$RANKPLAN_RUN_DIR/ready-$RANK"; echo "$SLURM_JOB_GPUS|$CUDA_VISIBLE_DEVICES"; sleep 2',
    ],
  },
  slurm: { time: 5, allocation: 'shared' },
});

for (const variant of findSlurms().flatMap(variantsOf)) {
  test.each(['ordered', 'isolated'])(`${variant.title}: two jobs share a node, %s`, async (visibility) => {
    const plans = [planOf(topology(1, visibility)), planOf(topology(3, visibility))];
    const cluster = await startCluster(plans[0]?.nodes ?? [], { ...variant, settings: PATIENT });
    try {
      const jobs = await Promise.all(
        plans.map(async (plan) => {
          const folder = compilePlan(cluster, plan);
          return {
            plan,
            folder,
            id: await cluster.submit(join(folder, 'job.sbatch'), [], { sbatch: ['-o', join(folder, 'log')] }),
          };
        }),
      );
      const held: string[] = [];
      for (const { plan, folder, id } of jobs) {
        const { state } = await cluster.waitForJob(id);
        expect(state, readFileSync(join(folder, 'log'), 'utf8')).toBe('COMPLETED');
        const lines = plan.ranks.map(({ rank }) =>
          readFileSync(join(folder, `runs/${id}/rank-${rank}.out`), 'utf8')
            .trim()
            .split('|'),
        );
        const own = (lines[0]?.[0] ?? '').split(',');
        held.push(...own);
        expect(own).toHaveLength(plan.worldSize);
        expectWithin(
          lines.map(([, visible = '']) => visible.split(',')),
          own,
          visibility,
          variant.constrained,
        );
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
