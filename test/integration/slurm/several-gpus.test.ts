import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LaunchPlan } from '../../../src/generated/plan.ts';
import { planOf } from '../../compile-text.ts';
import { findDifferences } from './conformance/compare-run.ts';
import { compilePlan, runJob, runPlan } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms, variantsOf } from './harness/versions.ts';

/* Ranks with several GPUs each: what is asked for, which GPUs each task is shown, and what its program makes of them. */
const models = { A100: { gres: 'a100' } };
const node = (hosts: string, count: number, more: object = {}) => ({
  hosts,
  cpus: 12,
  gpus: { count, model: 'A100' },
  ...more,
});
const NODES = [node('a1', 4), node('b1', 2), node('c1', 5)];

const plan = (mapping: object, { slurm = {}, launch = {}, nodes = NODES } = {}) =>
  planOf({ version: 1, name: 'several', models, nodes, mapping, launch, slurm: { time: 5, ...slurm } });

const SPARED = { gpusPerRank: 2, exclude: ['c1:0'] };
const LISTED = { gpusPerRank: 2, ranks: ['c1:4,0', 'a1:3,1', 'c1:1-2'] };
const CASES: Readonly<Record<string, LaunchPlan>> = {
  'two each, of which one GPU is left over': plan({ gpusPerRank: 2 }),
  'two each, dealt out in turn, without one that is spared': plan({ ...SPARED, order: 'cyclic' }),
  'all of a node, however many it has': plan({ gpusPerRank: 'node' }),
  'in an order of their own': plan({ ...LISTED, strategy: 'explicit' }),
  'on shared nodes': plan({ gpusPerRank: 2, worldSize: 3 }, { slurm: { allocation: 'shared' } }),
  'where nodes are not asked for as a whole': plan({ gpusPerRank: 2 }, { slurm: { exclusive: false } }),
  'on nodes that the job binds': plan(
    { gpusPerRank: 'node' },
    { nodes: [node('slot1', 4, { bind: 'job' }), node('slot2', 2, { bind: 'job' })] },
  ),
};

describe.each(findSlurms().flatMap(variantsOf))('$title', ({ constrained, ...variant }) => {
  const cluster = useCluster(plan({}).nodes, { constrained, ...variant });

  test.each(Object.entries(CASES))('%s', async (_, made) => {
    expect(findDifferences(await runPlan(cluster(), made), constrained)).toEqual([]);
  });

  test('a JAX program has all GPUs of its process, and its share of the CPUs', async () => {
    const command = [resolve('test/clients/jax-like.bash')];
    const { state, said, log } = await run(
      plan({ gpusPerRank: 'node' }, { launch: { command, setup: ['echo "$SLURM_CPUS_PER_TASK CPUs"'] } }),
    );
    expect(state, log).toBe('COMPLETED');
    expect(said()).toEqual([
      '12 CPUs\nprocess 0 of 3 at a1, devices 0 1 2 3\n',
      '12 CPUs\nprocess 1 of 3 at a1, devices 0 1\n',
      '12 CPUs\nprocess 2 of 3 at a1, devices 0 1 2 3 4\n',
    ]);
  });

  test('a rank that fails is told with its GPUs', async () => {
    const command = ['bash', '-c', '((RANK != 1)) || exit 7; sleep 600'];
    const { state, log } = await run(plan({ gpusPerRank: 2 }, { launch: { command } }));
    expect(state).toBe('FAILED');
    expect(log).toContain('job.sbatch: rank 1 (a1, GPUs 2,3) failed with status 7');
  });

  async function run(made: LaunchPlan) {
    const { state, log, read } = await runJob(cluster(), compilePlan(cluster(), made));
    // Of a rank that another one ended there may be no log yet.
    const said = () => made.ranks.map(({ rank }) => read(`rank-${rank}.out`));
    return { state, said, log };
  }
});
