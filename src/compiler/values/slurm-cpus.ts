import type { PlanSlurm } from '../../generated/plan.ts';

/**
 * For how many ranks of a node CPUs are requested: for all of them. Only if ranks have no CPUs of their own
 * (`cpusPerTask` is null) there may be more ranks than CPUs, and no machine would have enough.
 */
export function countCpuShares(cpusPerTask: number | null, ranks: number, cpus: number | null): number {
  return cpusPerTask === null ? Math.min(ranks, Math.max(1, Math.floor(cpus ?? ranks))) : ranks;
}

/** The first directive with which a job gets fewer of a node's CPUs than `cpus` counts, such as a thread of each core. */
export function findWithheldCpus({ directives }: NonNullable<PlanSlurm>): string | null {
  const name = ['hint', 'threads-per-core', 'core-spec'].find((option) => option in directives);
  return name === undefined || directives[name] === 'multithread' ? null : `${name}: ${directives[name]}`;
}
