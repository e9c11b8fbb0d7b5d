import { lstatSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { compilePlan } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';
import { outcomeTopology } from './outcomes/topology.ts';

/* Where the job's own log is by default. */
const SCRIPT = `echo "\${SLURM_RESTART_COUNT:-0} begins"; echo "to stderr" >&2
  ((\${SLURM_RESTART_COUNT:-0} > 0)) || ((RANK > 0)) || exit 3`;
const launch = { command: ['bash', '-c', SCRIPT] };

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const cluster = useCluster(planOf(outcomeTopology()).nodes, { slurm });

  const run = async (section: object, sbatch: (folder: string) => string[], end = 'COMPLETED') => {
    const folder = compilePlan(cluster(), planOf(outcomeTopology(section, { launch })));
    const options = { cwd: folder, sbatch: sbatch(folder) };
    const id = await cluster().submit(join(folder, 'job.sbatch'), [], options);
    const { state } = await cluster().waitForJob(id);
    expect(state).toBe(end);
    const read = (name: string) => readFileSync(join(folder, 'runs', `${id}`, name), 'utf8');
    return { folder, id, read, runDir: join(folder, 'runs', `${id}`) };
  };

  test('the job’s log is where Slurm writes it, and the run’s directory has a link to it, also after a restart', async () => {
    const setup = ['echo "from setup"'];
    const { folder, id, read, runDir } = await run({ restarts: 1, setup }, () => []);
    const written = join(folder, `slurm-${id}.out`);
    expect(lstatSync(written).isFile()).toBe(true);
    expect(realpathSync(join(runDir, 'job.log'))).toBe(realpathSync(written));
    const log = read('job.log');
    expect(log.match(/from setup/g)).toHaveLength(2);
    expect(log).toMatch(/rank 0 \(a1, GPU 0\) failed with status 3[\s\S]*requeues itself: restart 1 of 1/);
    expect(log).not.toMatch(/Terminated|sleep/);
  });

  test('a file that was chosen has a link, too', async () => {
    const { runDir, folder, read } = await run({}, (out) => ['-o', join(out, 'mine.log')], 'FAILED');
    expect(realpathSync(join(runDir, 'job.log'))).toBe(realpathSync(join(folder, 'mine.log')));
    expect(read('job.log')).toContain('failed with status 3');
  });

  test('a cluster that counts its jobs from the beginning starts the next one, though `runs` was cleaned', async () => {
    const { folder, id } = await run({}, () => [], 'FAILED');
    rmSync(join(folder, 'runs'), { recursive: true });
    // What a job of the same number finds in the folder: whatever this one left of itself there.
    const next = `slurm-${id + 1}.out`;
    renameSync(join(folder, `slurm-${id}.out`), join(folder, next));
    const again = await cluster().submit(join(folder, 'job.sbatch'), [], { cwd: folder });
    expect(again).toBe(id + 1);
    expect(await cluster().waitForJob(again)).toMatchObject({ state: 'FAILED', exitCode: 3 });
    expect(readFileSync(join(folder, next), 'utf8').match(/failed with status 3/g)).toHaveLength(2);
  });
});
