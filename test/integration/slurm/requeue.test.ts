import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { until } from '../../patience.ts';
import { compilePlan } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';
import { outcomeTopology } from './outcomes/topology.ts';

/*
 * Jobs that start again: after a failure, with what their ranks saved, or because Slurm took their nodes. A requeued job
 * waits for ten seconds, so the tests wait together.
 */
const EXAMPLE = 'examples/requeue';
const PREEMPTION = { PreemptType: 'preempt/partition_prio', PreemptMode: 'REQUEUE' };
const LOW = { version: 1, name: 'low', nodes: [{ hosts: 'c1', cpus: 8, cpuRanks: 1 }] };

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const example = planOf(readFileSync(`${EXAMPLE}/topology.yaml`, 'utf8'));
  const nodes = [...example.nodes, ...planOf(outcomeTopology()).nodes.slice(1), ...planOf(LOW).nodes];
  const partitions = [
    { name: 'gpu', isDefault: true },
    { name: 'urgent', nodes: ['c1'] },
  ];
  const cluster = useCluster(nodes, { slurm, partitions, settings: PREEMPTION });
  beforeAll(async () => {
    await cluster().run(['scontrol', 'update', 'PartitionName=urgent', 'PriorityTier=10']);
  });

  test.concurrent('the example saves before the time limit, and goes on', async () => {
    const text = readFileSync(`${EXAMPLE}/topology.yaml`, 'utf8')
      .replace('time: 10', 'time: 1')
      .replace('before: 60s', 'before: 45s');
    const folder = compilePlan(cluster(), planOf(text));
    copyFileSync(`${EXAMPLE}/train.py`, join(folder, 'train.py'));
    const id = await cluster().submit(join(folder, 'job.sbatch'), ['500'], { cwd: folder });
    const { state, restarts } = await cluster().waitForJob(id);
    const read = (name: string) => readFileSync(join(folder, 'runs', `${id}`, name), 'utf8');
    expect(state, read('job.log')).toBe('COMPLETED');
    expect(restarts).toBeGreaterThan(0);
    expect(read('job.log').match(/requeues itself, \d+ of 20/g)).toHaveLength(restarts);
    for (const rank of [0, 1, 2, 3]) {
      const starts = [...read(`rank-${rank}.out`).matchAll(/starts at step (\d+)/g)].map(([, step]) =>
        Number(step),
      );
      expect(starts).toHaveLength(restarts + 1);
      // On a busy machine the signal may come before a start's first step.
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
      expect(starts.at(-1)).toBeGreaterThan(0);
      expect(read(`rank-${rank}.out`)).toMatch(/done at step 500\n$/);
      expect(readFileSync(join(folder, `checkpoint-${rank}.txt`), 'utf8')).toBe(`${starts.at(-1)}`);
    }
  });

  const run = async (section: object, script: string, sbatch: readonly string[] = []) => {
    const launch = { command: ['bash', '-c', `exec 2>&1; try=\${SLURM_RESTART_COUNT:-0}; ${script}`] };
    const folder = compilePlan(cluster(), planOf(outcomeTopology(section, { launch })));
    const id = await cluster().submit(join(folder, 'job.sbatch'), [], { cwd: folder, sbatch });
    const { state, exitCode, restarts, parts } = await cluster().waitForJob(id);
    const read = (name: string, of = `${id}`) => readFileSync(join(folder, 'runs', of, name), 'utf8');
    return { id, state, exitCode, restarts, parts, read };
  };

  test.concurrent('a rank that saves slowly is waited for; the last try is told', async () => {
    const { state, exitCode, restarts, read } = await run(
      { requeues: 1 },
      '((RANK == 0)) || sleep 1; echo saved $try; exit 85',
    );
    const log = read('job.log');
    expect({ state, exitCode, restarts }, log).toEqual({ state: 'FAILED', exitCode: 85, restarts: 1 });
    expect(read('rank-2.out')).toBe('saved 0\nsaved 1\n');
    expect(log).toContain('1 of 1 requeues are used up here, so submit the job again');
    expect(log).not.toMatch(/Terminated|sleep|does not requeue/);
  });

  test.concurrent('a job that was submitted with --no-requeue says why it does not go on', async () => {
    const { state, exitCode, restarts, read } = await run({ requeues: 1 }, 'exit 85', ['--no-requeue']);
    const log = read('job.log');
    expect({ state, exitCode, restarts }, log).toEqual({ state: 'FAILED', exitCode: 85, restarts: 0 });
    expect(log).toContain(
      'Slurm does not requeue the job: submit it again, without --no-requeue if it was that',
    );
  });

  test.concurrent('failures are counted apart', async () => {
    const script = 'sleep 0.5; case $try in 0) exit 85 ;; 1) exit 3 ;; esac; echo done';
    const { state, restarts, read } = await run({ requeues: 1, restarts: 1 }, script);
    const log = read('job.log');
    expect({ state, restarts }, log).toEqual({ state: 'COMPLETED', restarts: 2 });
    expect(log).toMatch(/requeues itself, 1 of 1\n[\s\S]*requeues itself: restart 1 of 1\n/);
  });

  test.concurrent.each([
    ['without `requeues` 85 is a status like others', {}, '((RANK == 0)) || sleep 300; exit 85', 85],
    ['a command that is not there is not there at a restart either', { restarts: 1 }, 'exec ./none', 127],
  ])('%s', async (_, section, script, exitCode) => {
    const { state, exitCode: found, restarts, read } = await run(section, script);
    expect({ state, found, restarts }, read('job.log')).toEqual({
      state: 'FAILED',
      found: exitCode,
      restarts: 0,
    });
  });

  // The last task of an array has the number of the whole array.
  test.concurrent.each([
    ['restarts', 'exit 3', 'last', 3],
    ['requeues', 'exit 85', 'first', 1],
  ])('of an array, `%s` (%s) starts the %s task again and no other', async (key, end, _, asking) => {
    const script = `echo "try $try"; sleep 1; ((SLURM_ARRAY_TASK_ID != ${asking} || try > 0)) || ${end}`;
    const { id, parts, read } = await run({ array: '1-3%1', [key]: 1 }, script);
    const log = read('job.log', `${id}_${asking}`);
    // Where another rank is sooner, this one's bash may say that its sleep was terminated.
    const startsOf = (task: number) =>
      read('rank-0.out', `${id}_${task}`)
        .match(/^try .*\n/gm)
        ?.join('');
    const starts = [1, 2, 3].map(startsOf);
    expect(starts, log).toEqual([1, 2, 3].map((task) => (task === asking ? 'try 0\ntry 1\n' : 'try 0\n')));
    expect(parts.map(({ state }) => state)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect(log).not.toMatch(/Terminated|sleep|does not requeue/);
  });

  test.concurrent('a job that is preempted starts again with `requeue`, and is lost without', async () => {
    const script = ': >"$RANKPLAN_RUN_DIR/began-$SLURM_RESTART_COUNT"; ((SLURM_RESTART_COUNT)) || sleep 300';
    for (const [directives, end] of [
      [{ requeue: true }, { state: 'COMPLETED', restarts: 1 }],
      [{}, { state: 'PREEMPTED', restarts: 0 }],
    ]) {
      const launch = { command: ['bash', '-c', script] };
      const folder = compilePlan(cluster(), planOf({ ...LOW, launch, slurm: { time: 5, directives } }));
      const id = await cluster().submit(join(folder, 'job.sbatch'), [], { cwd: folder });
      await until('the rank', () => existsSync(join(folder, 'runs', `${id}`, 'began-')));
      await cluster().run(['sbatch', '--partition=urgent', '--exclusive', '-o', '/dev/null', '--wrap=true']);
      expect(await cluster().waitForJob(id)).toMatchObject(end as object);
    }
  });
});
