import { ROUNDS, race } from '../measure.mjs';
import { canRunRanks, LAUNCHERS, prepareRun } from '../time-run.mjs';

const RANKS = 32;
const other = LAUNCHERS.mpirun;

export const runMpirun = {
  name: 'run-mpirun',
  description: 'Against Open MPI on one machine, under a time-out. No target.',
  ours: '`rankplan run` with 32 ranks of `/bin/true`',
  against: '`mpirun` of as many',
  target: null,
  canRun() {
    const possible = canRunRanks();
    return possible === true ? other.canRun() : possible;
  },
  measure: (folder) => race(prepareRun(folder, RANKS), other.prepare(folder, RANKS), ROUNDS.medium),
};
