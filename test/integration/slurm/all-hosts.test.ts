import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { RANKPLAN } from '../hosts/launch.ts';
import { compilePlan } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';

/* Inside an allocation: `rankplan run --all --via srun` starts the ranks of its nodes, each by a step of its own. */
const nodes = [
  { hosts: 'a1', cpus: 4, cpuRanks: 2 },
  { hosts: 'b1', cpus: 4, cpuRanks: 1 },
];
const launch = { command: ['bash', '-c'], master: { port: 29_611 }, grace: '2s' };
const plan = planOf({ version: 1, name: 'steps', nodes, launch });

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const cluster = useCluster(plan.nodes, { slurm });

  const run = async (script: string, of = plan) => {
    const folder = compilePlan(cluster(), of);
    writeFileSync(join(folder, 'script'), script);
    return await submit(folder, 'plan.json', '-- "$(<script)"');
  };

  const submit = async (folder: string, of: string, more = '') => {
    const job = join(folder, 'by-hand.sbatch');
    const words = `run ${of} --all --via srun --timeout 120 --patience 60 --tee ${more}`;
    writeFileSync(job, `#!/bin/bash\n${RANKPLAN.join(' ')} ${words}\necho "status $?"\n`);
    const options = { cwd: folder, sbatch: ['-N2', '-w', 'a1,b1', '--exclusive', '-o', 'job.log'] };
    await cluster().waitForJob(await cluster().submit(job, [], options));
    return readFileSync(join(folder, 'job.log'), 'utf8');
  };

  test('all ranks run, each on its node, with all CPUs of it', async () => {
    const log = await run(
      'echo "rank $RANK of $WORLD_SIZE on $(hostname), $(grep Cpus_allowed_list /proc/self/status)"',
    );
    const [all = ''] = /^Cpus_allowed_list.*$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    expect(log.trimEnd().split('\n').sort()).toEqual([
      `[rank 0 a1] rank 0 of 3 on a1, ${all}`,
      `[rank 1 a1] rank 1 of 3 on a1, ${all}`,
      `[rank 2 b1] rank 2 of 3 on b1, ${all}`,
      'status 0',
    ]);
  });

  test('the first that fails decides, and the other node ends', async () => {
    const log = await run('((RANK != 2)) || { echo no data >&2; exit 9; }; sleep 1000');
    expect(log).toMatch(/^rankplan: b1: rank 2 \(b1, CPU\) failed with status 9/m);
    expect(log).toMatch(/^status 9$/m);
  });

  test('several programs start in their order, and find each other', async () => {
    const folder = compilePlan(cluster(), plan);
    const say = (text: string) => ({ command: ['bash', '-c', text, 'role', '{{server.host}}'] });
    const roles = {
      server: {
        slots: ['b1:cpu0'],
        world: 'none',
        readiness: { log: 'up' },
        launch: say('echo "up ${RANK-alone}"; sleep 1000; :'),
      },
      trainer: {
        slots: ['a1:cpu0-1'],
        end: true,
        dependsOn: { server: 'ready' },
        launch: say(
          'echo "rank $RANK of $WORLD_SIZE on $(hostname), server on $1, job $SLURM_JOB_ID"; sleep 2; exit 4',
        ),
      },
    };
    writeFileSync(
      join(folder, 'roles.yaml'),
      JSON.stringify({ version: 1, name: 'roles', nodes, launch: { grace: '2s' }, roles }),
    );
    const log = await submit(folder, 'roles.yaml');
    expect(log).toMatch(/^\[server-0-0 b1\] up alone\n/);
    expect(log).toMatch(/^\[trainer-0-0 a1\] rank 0 of 2 on a1, server on b1, job \d+$/m);
    expect(log).toMatch(/^rankplan: trainer-0 failed: it ended with status 4; all other roles are ended$/m);
    expect(log).toMatch(/^status 4$/m);
  });

  test('its ranks are watched', async () => {
    const more = { stallAfter: '5s', onStall: 'end' };
    const watched = planOf({ version: 1, name: 'steps', nodes, launch: { ...launch, ...more } });
    const log = await run('sleep 1000', watched);
    expect(log).toMatch(/^rankplan: no rank has done anything for \d+ s: .*; ranks 0, 1, 2 still run$/m);
    expect(log).toMatch(/^status 75$/m);
  });
});
