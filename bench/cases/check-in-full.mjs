import { createRequire } from 'node:module';
import { ROUNDS, race, timeProcess } from '../measure.mjs';
import { timeRankplan } from '../programs.mjs';
import { writeNodesInFull } from '../topologies.mjs';

const YAML = createRequire(import.meta.url).resolve('yaml');
const PARSE = `require(process.argv[1]).parseDocument(require('node:fs').readFileSync(process.argv[2], 'utf8'))`;

export const checkInFull = {
  name: 'check-in-full',
  description:
    'Ten thousand nodes in full, 10 MB: the parser alone, the library that rankplan uses, against all that `check` does with the same file. Whole processes.',
  ours: '`check -q` of 10,000 nodes in full',
  against: "yaml's `parseDocument` of the same file",
  target: 0.5,
  canRun: () => true,
  measure(folder) {
    const topology = writeNodesInFull(folder, 10_000);
    return race(
      () => timeRankplan('check', '-q', topology),
      () => timeProcess(process.execPath, ['-e', PARSE, YAML, topology]),
      ROUNDS.long,
    );
  },
};
