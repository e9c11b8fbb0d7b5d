import { ROUNDS, race } from '../measure.mjs';
import { canRunRanks, LAUNCHERS, prepareRun } from '../time-run.mjs';

const RANKS = 32;
const other = LAUNCHERS.launchSh;

export const runLaunchSh = {
  name: 'run-launch-sh',
  description:
    'Against the launcher in bash, which is there already when it starts, and needs no Node. No target.',
  ours: '`rankplan run` with 32 ranks of `/bin/true`',
  against: '`launch.sh` of the same plan',
  target: null,
  canRun() {
    const possible = canRunRanks();
    return possible === true ? other.canRun() : possible;
  },
  measure: (folder) => race(prepareRun(folder, RANKS), other.prepare(folder, RANKS), ROUNDS.short),
};
