import { ROUNDS } from '../measure.mjs';
import { raceUsage, useOfRankplan } from '../measure-usage.mjs';
import { writeWrongNodes } from '../topologies.mjs';

export const oneLongLine = {
  name: 'one-long-line',
  description:
    'JSON of 0.9 MB with 300 mistakes, as a program writes it, in one line: findings must cost what they cost where lines are short. CPU time and peak memory of whole processes.',
  ours: '`check` of JSON in one line',
  against: 'the same, one node a line',
  target: 1.2,
  canRun: () => true,
  measure(folder) {
    const [line, lines] = [writeWrongNodes(folder, ''), writeWrongNodes(folder, '\n')];
    return raceUsage(
      () => useOfRankplan(['check', line], 1),
      () => useOfRankplan(['check', lines], 1),
      ROUNDS.medium,
    );
  },
};
