import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LaunchPlan } from '../../../src/generated/plan.ts';
import { planOf } from '../../compile-text.ts';
import { findDifferences } from './conformance/compare-run.ts';
import { compilePlan, runPlan } from './conformance/run-plan.ts';
import { type Cluster, PATIENT, startCluster } from './harness/cluster.ts';
import { findSlurms } from './harness/versions.ts';
import { outcomeTopology } from './outcomes/topology.ts';

/* The ways a job gets to Slurm, and that the comparison of the conformance tests can fail. */
const commandOf = (script: string): object => ({ launch: { command: ['bash', '-c', script, 'rank'] } });
const plan = planOf(outcomeTopology({}, commandOf('echo "$RANK $SLURMD_NODENAME $*"')));
const LINES = ['0 a1 x  y', '1 a1 x  y', '2 b1 x  y'];

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(plan.nodes, { slurm, settings: PATIENT });
  });
  afterAll(() => cluster?.stop());

  const runsOf = (folder: string): string[] => readdirSync(join(folder, 'runs')).sort();
  const linesOf = (folder: string, run: string): string[] =>
    plan.ranks.map(({ rank }) => readFileSync(join(folder, 'runs', run, `rank-${rank}.out`), 'utf8').trim());

  test('inside salloc, twice in one allocation', async () => {
    const folder = compilePlan(cluster, plan);
    const salloc = ['salloc', '--nodelist=a1,b1', '--exclusive', '--gpus=3', '--time=5', 'bash', '-c'];
    const { status, stderr } = await cluster.run([
      ...salloc,
      '"$0/job.sbatch" "x  y" && "$0/job.sbatch" -- "x  y"',
      folder,
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
    expect(runsOf(folder).map((run) => linesOf(folder, run))).toEqual([LINES, LINES]);
  });

  test('inside an allocation that does not fit', async () => {
    const folder = compilePlan(cluster, plan);
    const { status, stderr } = await cluster.run(['salloc', '-N1', '-wa1', join(folder, 'job.sbatch')]);
    expect(status).toBe(78);
    expect(stderr).toContain('the plan puts ranks on b1, but Slurm gave a1');
  });

  test('through a pipe, its directory named by RANKPLAN_DIR', async () => {
    const folder = compilePlan(cluster, plan);
    const script = readFileSync(join(folder, 'job.sbatch'), 'utf8');
    const options = { input: script, env: { RANKPLAN_DIR: folder } };
    const { stdout, stderr } = await cluster.run(
      ['sbatch', '--parsable', '-o', join(folder, 'log')],
      options,
    );
    expect(stderr).toBe('');
    expect(await cluster.waitForJob(Number(stdout))).toMatchObject({ state: 'COMPLETED' });
    const lost = await cluster.run(['sbatch', '--parsable', '-o', join(folder, 'lost')], { input: script });
    expect(await cluster.waitForJob(Number(lost.stdout))).toMatchObject({ state: 'FAILED', exitCode: 78 });
    expect(readFileSync(join(folder, 'lost'), 'utf8')).toContain('name it with RANKPLAN_DIR');
  });

  test('outside Slurm it says so', async () => {
    const { status, stderr } = await cluster.run([join(compilePlan(cluster, plan), 'job.sbatch')]);
    expect({ status, stderr }).toEqual({
      status: 78,
      stderr: expect.stringContaining('this is no Slurm job'),
    });
  });

  test('a chain of array tasks, each with its own logs', async () => {
    const folder = compilePlan(
      cluster,
      planOf(outcomeTopology({ array: '1-2%1' }, commandOf('echo "$RANK $SLURMD_NODENAME $*"'))),
    );
    const id = await cluster.submit(join(folder, 'job.sbatch'), ['x  y'], { sbatch: ['-o', '/dev/null'] });
    expect((await cluster.waitForJob(id)).parts.map(({ state }) => state)).toEqual([
      'COMPLETED',
      'COMPLETED',
    ]);
    expect(runsOf(folder)).toEqual([`${id}_1`, `${id}_2`]);
    expect(runsOf(folder).map((run) => linesOf(folder, run))).toEqual([LINES, LINES]);
  });

  test('a job for a drained node waits, and runs when it is back', async () => {
    await cluster.drain('b1');
    const folder = compilePlan(cluster, plan);
    const id = await cluster.submit(join(folder, 'job.sbatch'), ['x  y'], { sbatch: ['-o', '/dev/null'] });
    const [record] = await cluster.pollJob(id, ([first]) => (first?.reason ?? 'None') !== 'None');
    expect(record?.state).toBe('PENDING');
    await cluster.resume('b1');
    expect(await cluster.waitForJob(id)).toMatchObject({ state: 'COMPLETED' });
    expect(linesOf(folder, String(id))).toEqual(LINES);
  });

  test('a broken script does not pass for a right one', async () => {
    const good = planOf(outcomeTopology({}, { mapping: { order: 'cyclic' } }));
    expect(findDifferences(await runPlan(cluster, good), false)).toEqual([]);
    const breaks: readonly (readonly [file: string, from: string | RegExp, to: string])[] = [
      ['rank.sh', 'export "$1=$visible_list"', 'export "$1=0"'],
      [
        'rank.sh',
        '  source_env_file "$RANKPLAN_THIS"\n',
        '  source_env_file "$RANKPLAN_THIS"; export RANK=0\n',
      ],
      ['job.sbatch', '--ntasks=3', '--ntasks=2'],
    ];
    for (const [file, from, to] of breaks) {
      const run = await runBroken(cluster, good, file, from, to);
      expect(findDifferences(run, false), `${file}: ${to}`).not.toEqual([]);
    }
  });
});

async function runBroken(
  cluster: Cluster,
  good: LaunchPlan,
  file: string,
  from: string | RegExp,
  to: string,
) {
  const folder = compilePlan(cluster, good);
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
  return runPlan(cluster, good, folder);
}
