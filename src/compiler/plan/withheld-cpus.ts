import type { PlanSlurm } from '../../generated/plan.ts';

/** The first directive with which a job gets fewer of a node's CPUs than `cpus` counts, such as a thread of each core. */
export function findWithheldCpus({ directives }: NonNullable<PlanSlurm>): string | null {
  const name = ['hint', 'threads-per-core', 'core-spec'].find((option) => option in directives);
  return name === undefined || directives[name] === 'multithread' ? null : `${name}: ${directives[name]}`;
}
