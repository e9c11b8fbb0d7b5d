import { join } from 'node:path';
import { ROUNDS, race, timeProcess } from '../measure.mjs';
import { timeRankplan } from '../programs.mjs';
import { LAUNCHERS } from '../time-run.mjs';
import { writeIdleRanks } from '../topologies.mjs';

const RANKS = 32;

export const launchRanks = {
  name: 'launch-ranks',
  description:
    "From the start of `launch.sh` to its end with 32 ranks that do nothing: its checks, each rank's environment, logs and session, and the end of what is left, against starting as many processes and waiting for them. Whole processes.",
  ours: '`launch.sh` with 32 ranks of `/bin/true`',
  against: 'a bash loop of `/bin/true &` and `wait`',
  target: 3,
  canRun: LAUNCHERS.bash.canRun,
  measure(folder) {
    const output = join(folder, 'out');
    timeRankplan('compile', writeIdleRanks(folder, RANKS), '-o', output);
    return race(
      () => timeProcess(join(output, 'launch.sh'), [], { cwd: folder }),
      LAUNCHERS.bash.prepare(folder, RANKS),
      ROUNDS.short,
    );
  },
};
