import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUNDS, race, timeProcess } from '../measure.mjs';
import { timeRankplan } from '../programs.mjs';
import { canRunRanks, EXEC } from '../time-run.mjs';
import { writeIdleRanks } from '../topologies.mjs';

const RANKS = 32;

export const launchRanksExec = {
  name: 'launch-ranks-exec',
  description:
    '`launch.sh` where the host has `rankplan-exec`, which then stands before each rank, against the same script without it. Whole processes.',
  ours: '`launch.sh` with 32 ranks of `/bin/true` through `rankplan-exec`',
  against: '`launch.sh` without it',
  target: 1.5,
  canRun: canRunRanks,
  measure(folder) {
    const output = join(folder, 'out');
    timeRankplan('compile', writeIdleRanks(folder, RANKS), '-o', output);
    copyFileSync(EXEC, join(folder, 'rankplan-exec'));
    const script = join(output, 'launch.sh');
    return race(
      () => timeProcess('/usr/bin/env', [`RANKPLAN_EXEC=${folder}/rankplan-exec`, script], { cwd: folder }),
      () => timeProcess('/usr/bin/env', ['-u', 'RANKPLAN_EXEC', script], { cwd: folder }),
      ROUNDS.short,
    );
  },
};
