import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { compilePlan } from './conformance/run-plan.ts';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { findSlurms, whyUnconstrained } from './harness/versions.ts';
import { outcomeTopology } from './outcomes/topology.ts';

/* Memory that runs out, where Slurm limits it: of a rank, and of a child of one, whose end is a status like any other. */
const CGROUP =
  'CgroupPlugin=cgroup/v1\nCgroupMountpoint=/sys/fs/cgroup\nConstrainRAMSpace=yes\nConstrainSwapSpace=yes\n';
const SAYS =
  /^job\.sbatch: memory ran out, says Slurm: the job has 100 MiB of each node; ask for more \(slurm\.mem\)/m;
const EAT = 'tail /dev/zero';
const reason = whyUnconstrained();
if (reason !== null) console.warn(`not tried: memory that runs out (${reason})`);

describe.each(reason === null ? findSlurms() : [])('Slurm $fullVersion', (slurm) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(planOf(outcomeTopology()).nodes, {
      slurm,
      constrained: true,
      settings: { SelectTypeParameters: 'CR_Core_Memory' },
      files: { 'cgroup.conf': CGROUP },
    });
  });
  afterAll(() => cluster?.stop());

  test.each([
    ['of a rank', `exec ${EAT}`, 137, SAYS],
    ['of a child of a rank', `${EAT} || exit 5`, 5, SAYS],
    ['of nobody: a rank was killed', 'kill -KILL $$', 137, /^(?![\s\S]*memory ran out)/],
  ])('%s', async (_, script, status, says) => {
    const launch = { command: ['bash', '-c', `((RANK == 2)) || exec sleep 300; sleep 0.5; ${script}`] };
    const folder = compilePlan(cluster, planOf(outcomeTopology({ mem: '100M' }, { launch })));
    const path = join(folder, 'job.log');
    const id = await cluster.submit(join(folder, 'job.sbatch'), [], { sbatch: ['--output', path] });
    await cluster.waitForJob(id);
    const log = readFileSync(path, 'utf8');
    expect(log).toMatch(says);
    expect(log).toMatch(
      new RegExp(`^job\\.sbatch: rank 2 \\(b1, GPU 0\\) failed with status ${status}\\b`, 'm'),
    );
  });
});
