import { ROUNDS, race } from '../measure.mjs';
import { timeRankplan } from '../programs.mjs';
import { writeNodesInFull } from '../topologies.mjs';

export const checkDoubledNodes = {
  name: 'check-doubled-nodes',
  description:
    'Twice the nodes should take twice the time, up to the 16 MiB that a file may have; what is quadratic shows here. Whole processes.',
  ours: '`check -q` of 10,000 nodes in full',
  against: '`check -q` of 5,000',
  target: 2.2,
  canRun: () => true,
  measure(folder) {
    const [single, double] = [writeNodesInFull(folder, 5_000), writeNodesInFull(folder, 10_000)];
    return race(
      () => timeRankplan('check', '-q', double),
      () => timeRankplan('check', '-q', single),
      ROUNDS.long,
    );
  },
};
