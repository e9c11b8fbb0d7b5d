import type { Artifact, Emitter } from '../emitter.ts';
import { renderParts } from '../render-template.ts';
import { listJobParts } from './job-parts.ts';
import { describeScripts } from './job-view.ts';
import { refuse } from './refuse.ts';

/** The script reads from top to bottom: what is this plan's, then what is the same in every one. */
const RANK_PARTS = [
  'slurm/rank.sh',
  'slurm/task.sh',
  'slurm/site.sh',
  'slurm/devices.sh',
  'slurm/cpus.sh',
  'shell/gpus.sh',
  'slurm/names.sh',
  'slurm/main.sh',
] as const;

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
    const rank = renderParts(RANK_PARTS, view);
    yield { path: 'rank.sh', executable: true, content: rank } satisfies Artifact;
  },
};
