import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { findDifferences } from './conformance/compare-run.ts';
import { compilePlan, runPlan } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';
import { outcomeTopology } from './outcomes/topology.ts';

/* Ranks in a container: Apptainer is a stand-in that writes down its words and becomes the command; pyxis is not there. */
const STAND_IN = `#!/bin/bash
printf '%s\\n' "$@" >"$RANKPLAN_RUN_DIR/words-$RANK"
while [[ $1 != *.sif ]]; do shift; done
shift
exec "$@"
`;

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const cluster = useCluster(planOf(outcomeTopology()).nodes, { slurm });
  beforeAll(() => {
    mkdirSync(join(cluster().workDir, 'bin'));
    writeFileSync(join(cluster().workDir, 'bin/apptainer'), STAND_IN, { mode: 0o755 });
    writeFileSync(join(cluster().workDir, 'a b.sif'), '');
  });

  const planIn = (container: object) =>
    planOf(outcomeTopology({ container }, { mapping: { order: 'cyclic' } }));

  test('apptainer: each rank finds in it what is planned', async () => {
    const image = join(cluster().workDir, 'a b.sif');
    const plan = planIn({ image, runtime: 'apptainer', mounts: ['/data:/data:ro'] });
    const folder = compilePlan(cluster(), plan);
    const PATH = `${cluster().workDir}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
    const run = await runPlan(cluster(), plan, folder, { PATH });
    expect(findDifferences(run, false)).toEqual([]);
    for (const { rank } of plan.ranks) {
      const words = readFileSync(join(run.runDir, `words-${rank}`), 'utf8').split('\n');
      const binds = ['--bind', folder, '--bind', cluster().workDir, '--pwd', cluster().workDir];
      expect(words.slice(0, 10)).toEqual(['exec', '--nv', ...binds, '--bind=/data:/data:ro', image]);
    }
  });

  test('apptainer that is not there', async () => {
    const run = await runPlan(cluster(), planIn({ image: 'docker://x.sif', runtime: 'apptainer' }));
    expect(run.exitCode).toBe(78);
    expect(run.log).toMatch(/there is no apptainer on the PATH of/);
  });

  test('pyxis that is not there: srun says so, and no rank runs', async () => {
    const container = { image: 'x', runtime: 'pyxis' };
    const run = await runPlan(cluster(), planOf(outcomeTopology({ container, restarts: 2 })));
    expect(run.state).toBe('FAILED');
    expect(run.log.match(/srun: unrecognized option '--container-image=x'/g)).toHaveLength(1);
    expect(run.log).toContain('no rank had begun, so the job does not requeue itself');
    expect(run.reports).toEqual([null, null, null]);
  });

  test.each(['pyxis', 'apptainer'])(
    '%s: an image that one node lacks is named before a rank starts',
    async (runtime) => {
      const images = join(cluster().workDir, `images of ${runtime}`);
      mkdirSync(images);
      const image = join(images, 'x.sif');
      writeFileSync(image, '');
      await cluster().hide('b1', images);
      const run = await runPlan(cluster(), planIn({ image, runtime }));
      expect(run).toMatchObject({ state: 'FAILED', exitCode: 78, reports: [null, null, null] });
      expect(run.log).toContain(`job.sbatch: no rank is started: b1 cannot read ${image}, the image: `);
    },
  );
});
