// Generated from src/emitters/**/*.hbs by `npm run generate`. Do not edit.
export type TemplateName = 'shell/arguments.sh' | 'shell/caller.sh' | 'shell/checks.sh' | 'shell/follower.sh' | 'shell/gpus.sh' | 'shell/launch.sh' | 'shell/leftovers.sh' | 'shell/plan.sh' | 'shell/ranks.sh' | 'shell/this-host.sh' | 'slurm/allocation.sh' | 'slurm/devices.sh' | 'slurm/job.sbatch' | 'slurm/names.sh' | 'slurm/plan.sh' | 'slurm/rank.sh' | 'slurm/step.sh';
export declare const templates: Readonly<Record<TemplateName, object>>;
