import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { compilePlan, runJob } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
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
  const cluster = useCluster(planOf(outcomeTopology()).nodes, {
    slurm,
    constrained: true,
    settings: { SelectTypeParameters: 'CR_Core_Memory' },
    files: { 'cgroup.conf': CGROUP },
  });

  test.each([
    ['of a rank', `exec ${EAT}`, 137, SAYS],
    ['of a child of a rank', `${EAT} || exit 5`, 5, SAYS],
    ['of nobody: a rank was killed', 'kill -KILL $$', 137, /^(?![\s\S]*memory ran out)/],
  ])('%s', async (_, script, status, says) => {
    const launch = { command: ['bash', '-c', `((RANK == 2)) || exec sleep 300; sleep 0.5; ${script}`] };
    const folder = compilePlan(cluster(), planOf(outcomeTopology({ mem: '100M' }, { launch })));
    const { log } = await runJob(cluster(), folder);
    expect(log).toMatch(says);
    expect(log).toMatch(
      new RegExp(`^job\\.sbatch: rank 2 \\(b1, GPU 0\\) failed with status ${status}\\b`, 'm'),
    );
  });
});
