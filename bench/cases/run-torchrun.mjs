import { ROUNDS, race } from '../measure.mjs';
import { canRunRanks, LAUNCHERS, prepareRun } from '../time-run.mjs';

const RANKS = 32;
const other = LAUNCHERS.torchrun;

export const runTorchrun = {
  name: 'run-torchrun',
  description: 'Against the launcher that comes with PyTorch. No target: most of its time is `import torch`.',
  ours: '`rankplan run` with 32 ranks of `/bin/true`',
  against: '`torchrun --standalone` of as many',
  target: null,
  canRun() {
    const possible = canRunRanks();
    return possible === true ? other.canRun() : possible;
  },
  measure: (folder) => race(prepareRun(folder, RANKS), other.prepare(folder, RANKS), ROUNDS.long),
};
