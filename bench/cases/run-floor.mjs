import { ROUNDS, race } from '../measure.mjs';
import { canRunRanks, LAUNCHERS, prepareRun } from '../time-run.mjs';

const RANKS = 32;
const other = LAUNCHERS.posixSpawn;

export const runFloor = {
  name: 'run-floor',
  description: 'Against the least that any launcher costs. No target: most of ours is the start of Node.',
  ours: '`rankplan run` with 32 ranks of `/bin/true`',
  against: 'a loop of `posix_spawn` in C',
  target: null,
  canRun() {
    const possible = canRunRanks();
    return possible === true ? other.canRun() : possible;
  },
  measure: (folder) => race(prepareRun(folder, RANKS), other.prepare(folder, RANKS), ROUNDS.short),
};
