import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadHarness } from '../harness.mjs';
import { ROUNDS, race, timeRankplan } from '../measure.mjs';
import { writeTopology } from '../topologies.mjs';

const RANKS = 64;

export const slurmWrapper = {
  name: 'slurm-wrapper',
  description:
    'A whole `job.sbatch` inside one allocation of a real cluster on this machine, with 64 tasks that do nothing: its checks, the step, and what `slurm.bash rank` does for each task, against an `srun` of as many tasks at the same places, each a `sh` that reads its env file.',
  ours: '`job.sbatch` with 64 ranks of `/bin/true`',
  against: '`srun --distribution=arbitrary` of 64 × `sh`, which reads an env file and becomes `/bin/true`',
  target: 1.4,
  canRun() {
    return process.getuid?.() === 0 || 'only root can start a Slurm cluster';
  },
  async measure(folder) {
    const { findSlurms } = await loadHarness(folder, 'slurm/harness/versions.ts');
    const { startCluster } = await loadHarness(folder, 'slurm/harness/cluster.ts');
    const [slurm] = findSlurms();
    if (slurm === undefined) throw new Error('Slurm is not installed');
    const output = join(folder, 'out');
    const perNode = RANKS / 4;
    const topology = writeTopology(folder, 'slurm', {
      nodes: [{ hosts: 'n[1-4]', cpus: perNode, gpus: { count: perNode, model: 'A100' } }],
      mapping: { order: 'cyclic' },
      slurm: { time: 5 },
    });
    timeRankplan('compile', topology, '-o', output);
    const { nodes } = JSON.parse(readFileSync(join(output, 'plan.json'), 'utf8'));
    const cluster = await startCluster(nodes, { slurm, shared: [folder] });
    try {
      return await raceInside(cluster, output, nodes);
    } finally {
      await cluster.stop();
    }
  },
};

/** Each contestant's own time, taken by bash inside the allocation: entering it is the same for both. */
function raceInside(cluster, output, nodes) {
  const time = async (command) => {
    const script = `start=\${EPOCHREALTIME/./}; ${command} || exit; echo $((\${EPOCHREALTIME/./} - start))`;
    const nodelist = `--nodelist=${nodes.map(({ name }) => name).join(',')}`;
    const { status, stdout, stderr } = await cluster.run([
      ...['salloc', '-Q', nodelist, '--exclusive', '--mem=0', `--gpus=${RANKS}`],
      ...['bash', '-c', script],
    ]);
    if (status !== 0) throw new Error(`${command}: status ${status}: ${stderr}`);
    return Number(stdout.trim().split('\n').at(-1)) / 1000;
  };
  const bare = `MASTER_PORT=29500 SLURM_HOSTFILE='${output}/hosts' srun --distribution=arbitrary --ntasks=${RANKS} --cpus-per-task=1 --cpu-bind=none --output=/dev/null --input=none /bin/sh -c '. "$0/env/rank-$SLURM_PROCID.env"; exec "$@"' '${output}' /bin/true`;
  return race(
    () => time(`'${output}/job.sbatch' /bin/true`),
    () => time(bare),
    ROUNDS.short,
  );
}
