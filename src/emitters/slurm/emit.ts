import type { Emitter } from '../emitter.ts';
import { emitScripts } from './job-view.ts';
import { refuse } from './refuse.ts';

export const slurmEmitter: Emitter = {
  name: 'slurm',
  summary: 'job.sbatch: a Slurm job that runs exactly the plan, or stops with the reason',
  implies: ['env'],
  refuse,
  emit: (input) => emitScripts(input, 'ranks'),
};
