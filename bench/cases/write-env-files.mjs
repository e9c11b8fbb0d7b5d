import { hasCompiler, raceWritePhase } from '../time-write-phase.mjs';

export const writeEnvFiles = {
  name: 'write-env-files',
  description:
    'Ten thousand fresh per-rank env files. Ours is the write of `compile`, timed inside a process of its own with the texts at hand: it also takes a digest of each file, writes `.rankplan.json` and renames the directory into place. The other is a C loop of open, write and close with the same names and bytes. Each write goes to a new folder below the temporary directory; a disk file system that has just lost many files makes new ones several times slower, for both.',
  ours: 'writing 10,000 env files',
  against: 'a C loop of open, write, close',
  target: 1.5,
  canRun: () => hasCompiler() || 'there is no C compiler `cc`',
  measure: (folder) => raceWritePhase(folder, folder, 10_000),
};
