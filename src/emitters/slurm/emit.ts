import type { Artifact, Emitter } from '../emitter.ts';
import { renderParts } from '../render-template.ts';
import { listJobParts, listRankParts } from './job-parts.ts';
import { describeScripts } from './job-view.ts';
import { refuse } from './refuse.ts';

export const slurmEmitter: Emitter = {
  name: 'slurm',
  summary:
    'job.sbatch, and rank.sh for each task: a job that runs exactly the plan, or stops with the reason',
  implies: ['env'],
  refuse,
  *emit(input) {
    const view = describeScripts(input, 'ranks');
    const job = renderParts(listJobParts('slurm/job.sbatch', input.plan), view);
    yield { path: 'job.sbatch', executable: true, content: job } satisfies Artifact;
    const rank = renderParts(listRankParts(input.plan), view);
    yield { path: 'rank.sh', executable: true, content: rank } satisfies Artifact;
  },
};
