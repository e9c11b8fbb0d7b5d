import { ROUNDS, race } from '../measure.mjs';
import { timeCompile } from '../time-compile.mjs';
import { writeRanges } from '../topologies.mjs';

export const compileMillion = {
  name: 'compile-million',
  description:
    'Ten times the ranks should take ten times the time; twelve leaves room for what memory costs. Whole processes.',
  ours: '`compile --emit ""` of 1,000,000 ranks',
  against: 'the same of 100,000',
  target: 12,
  canRun: () => true,
  measure(folder) {
    const [tenth, whole] = [writeRanges(folder, 100_000), writeRanges(folder, 1_000_000)];
    return race(
      () => timeCompile(folder, whole),
      () => timeCompile(folder, tenth),
      ROUNDS.long,
    );
  },
};
