import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUNDS, race, timeProcess } from '../measure.mjs';
import { timeRankplan } from '../programs.mjs';
import { writeIdleRanks } from '../topologies.mjs';

const RANKS = 32;
const NEEDED = ['/bin/bash', '/bin/true', '/proc/self/stat'];

export const launchRanks = {
  name: 'launch-ranks',
  description:
    "From the start of `launch.sh` to its end with 32 ranks that do nothing: its checks, each rank's environment, logs and process group, and the guard that leaves no process behind, against starting as many processes and waiting for them. Whole processes.",
  ours: '`launch.sh` with 32 ranks of `/bin/true`',
  against: 'a bash loop of `/bin/true &` and `wait`',
  target: 2,
  canRun() {
    const missing = NEEDED.filter((path) => !existsSync(path));
    return missing.length === 0 || `there is no ${missing.join(', ')}`;
  },
  measure(folder) {
    const output = join(folder, 'out');
    timeRankplan('compile', writeIdleRanks(folder, RANKS), '-o', output);
    const loop = join(folder, 'loop.sh');
    writeFileSync(loop, `for ((i = 0; i < ${RANKS}; i++)); do /bin/true & done\nwait\n`);
    return race(
      () => timeProcess(join(output, 'launch.sh'), [], { cwd: folder }),
      () => timeProcess('/bin/bash', [loop], { cwd: folder }),
      ROUNDS.short,
    );
  },
};
