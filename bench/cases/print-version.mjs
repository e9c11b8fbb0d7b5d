import { ROUNDS, race } from '../measure.mjs';
import { timeBareNode, timeRankplan } from '../programs.mjs';

export const printVersion = {
  name: 'print-version',
  description: 'What scripts ask for often. Whole processes: all but the start of node is ours.',
  ours: '`rankplan --version`',
  against: '`node -e 0`',
  target: 1.25,
  canRun: () => true,
  measure: () => race(() => timeRankplan('--version'), timeBareNode, ROUNDS.short),
};
