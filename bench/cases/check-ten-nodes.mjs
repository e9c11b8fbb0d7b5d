import { ROUNDS, race } from '../measure.mjs';
import { timeBareNode, timeRankplan } from '../programs.mjs';
import { writeNodesInFull } from '../topologies.mjs';

export const checkTenNodes = {
  name: 'check-ten-nodes',
  description:
    'Ten nodes with each of their eight GPUs written out (index, model, memory, score, uuid), about 1 kB a node: a laboratory that uses no ranges. Whole processes.',
  ours: '`check` of 10 nodes in full',
  against: '`node -e 0`',
  target: 1.6,
  canRun: () => true,
  measure(folder) {
    const topology = writeNodesInFull(folder, 10);
    return race(() => timeRankplan('check', topology), timeBareNode, ROUNDS.short);
  },
};
