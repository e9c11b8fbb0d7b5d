/** The kinds of a file that a user can name. */
export const FILE_SOURCES = ['sbatch', 'accelerate', 'rankfile', 'hostfile', 'network', 'slurm'] as const;
export type FileSource = (typeof FILE_SOURCES)[number];

export const KINDS = FILE_SOURCES.join(', ');
