import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emitPlan, selectEmitters } from '../../src/emitters/emit-plan.ts';
import { writeArtifacts } from '../../src/runtime/write-artifacts.ts';
import { planOf } from '../compile-text.ts';
import { makeFolder } from '../scratch.ts';

it('marks as generated, for git, all that is written but the pages', () => {
  const folder = makeFolder('rankplan-generated-');
  const plan = planOf('version: 1\nname: a\nnodes: [{ hosts: "n[1-2]", cpuRanks: 2, cpus: 4 }]\nslurm: {}\n');
  const emitters = selectEmitters(['shell', 'slurm', 'torchrun']);
  const files = [...emitPlan({ plan, planText: ['{}'], planDigest: '0'.repeat(64), emitters })];
  writeArtifacts(join(folder, 'out'), files);
  const git = (...words: string[]) => spawnSync('git', words, { cwd: folder, encoding: 'utf8' }).stdout;
  git('init', '-q');
  const paths = [...files.map(({ path }) => `out/${path}`), 'out/.rankplan.json', 'out/notes.md', 'hosts'];
  const unmarked = git('check-attr', 'linguist-generated', ...paths)
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith(': set'))
    .map((line) => line.split(':')[0]);
  expect(unmarked).toEqual([
    'out/launch.sh',
    'out/job.sbatch',
    'out/torchrun.sbatch',
    'out/notes.md',
    'hosts',
  ]);
});
