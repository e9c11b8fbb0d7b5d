import { ROUNDS, race } from '../measure.mjs';
import { canRunRanks, LAUNCHERS, prepareRun } from '../time-run.mjs';

const RANKS = 32;
const other = LAUNCHERS.node;

export const runRanks = {
  name: 'run-ranks',
  description:
    'From the start of `rankplan run` on a compiled plan to its end: reading and checking the plan, the port, logs, one process that starts and guards all ranks, against Node starting as many processes with no output and waiting for them. Whole processes.',
  ours: '`rankplan run` with 32 ranks of `/bin/true`',
  against: 'a loop of `spawn` in Node',
  target: 1.4,
  canRun() {
    const possible = canRunRanks();
    return possible === true ? other.canRun() : possible;
  },
  measure: (folder) => race(prepareRun(folder, RANKS), other.prepare(folder, RANKS), ROUNDS.short),
};
