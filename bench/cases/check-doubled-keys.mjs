import { ROUNDS, race } from '../measure.mjs';
import { timeRankplan } from '../programs.mjs';
import { writeManyKeys } from '../topologies.mjs';

export const checkDoubledKeys = {
  name: 'check-doubled-keys',
  description:
    "Twice the keys of one map (`launch.env`) likewise: the YAML library's own check for duplicate keys is quadratic, which is why rankplan does without it. Whole processes.",
  ours: '`check -q` of 40,000 keys in one map',
  against: '`check -q` of 20,000',
  target: 2.2,
  canRun: () => true,
  measure(folder) {
    const [single, double] = [writeManyKeys(folder, 20_000), writeManyKeys(folder, 40_000)];
    return race(
      () => timeRankplan('check', '-q', double),
      () => timeRankplan('check', '-q', single),
      ROUNDS.medium,
    );
  },
};
