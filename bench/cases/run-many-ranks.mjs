import { ROUNDS, race } from '../measure.mjs';
import { canRunRanks, LAUNCHERS, prepareRun } from '../time-run.mjs';

const RANKS = 512;
const other = LAUNCHERS.node;

export const runManyRanks = {
  name: 'run-many-ranks',
  description: 'The same with 512 ranks: what a rank costs must not grow with their number.',
  ours: '`rankplan run` with 512 ranks of `/bin/true`',
  against: 'a loop of `spawn` in Node',
  target: 1.0,
  canRun() {
    const possible = canRunRanks();
    return possible === true ? other.canRun() : possible;
  },
  measure: (folder) => race(prepareRun(folder, RANKS), other.prepare(folder, RANKS), ROUNDS.medium),
};
