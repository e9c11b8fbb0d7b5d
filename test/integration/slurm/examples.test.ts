import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileText } from '../../compile-text.ts';
import { findDifferences } from './conformance/compare-run.ts';
import { compilePlan, runPlan } from './conformance/run-plan.ts';
import { startCluster } from './harness/cluster.ts';
import { findSlurms } from './harness/versions.ts';

/* The examples for Slurm run as their READMEs say, on the cluster that they describe; `python` is the reporting task. */
const cases = findSlurms().flatMap((slurm) => ['slurm', 'any-nodes'].map((example) => ({ slurm, example })));

test.each(cases)(
  'Slurm $slurm.version: examples/$example',

  async ({ slurm, example }) => {
    const { plan, diagnostics } = compileText(readFileSync(`examples/${example}/topology.yaml`, 'utf8'));
    if (plan === null) throw new Error(JSON.stringify(diagnostics));
    const cluster = await startCluster(plan.nodes, { slurm });
    try {
      const bin = join(cluster.workDir, 'bin');
      mkdirSync(bin);
      writeFileSync(join(bin, 'python'), `#!/bin/bash\nshift\nexec "$@"\n`);
      chmodSync(join(bin, 'python'), 0o755);
      const env = { PATH: `${bin}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin` };
      const run = await runPlan(cluster, plan, compilePlan(cluster, plan), env);
      expect(findDifferences(run, false)).toEqual([]);
      expect(run.reports[0]?.argv).toEqual([]);
    } finally {
      await cluster.stop();
    }
  },
);
