import { join } from 'node:path';
import { ROUNDS, race } from '../measure.mjs';
import { ROOT, timeBareNode, timeRankplan } from '../programs.mjs';

const TOPOLOGY = join(ROOT, 'examples', 'quickstart', 'topology.yaml');

export const checkQuickstart = {
  name: 'check-quickstart',
  description: 'A small topology, as an editor or a commit hook checks it at every save. Whole processes.',
  ours: '`check` of `examples/quickstart`',
  against: '`node -e 0`',
  target: 1.35,
  canRun: () => true,
  measure: () => race(() => timeRankplan('check', TOPOLOGY), timeBareNode, ROUNDS.short),
};
