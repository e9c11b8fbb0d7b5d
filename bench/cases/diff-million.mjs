import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUNDS } from '../measure.mjs';
import { raceUsage, useOfRankplan, useOfScript } from '../measure-usage.mjs';
import { compilePlan } from '../time-compile.mjs';
import { writeRanges } from '../topologies.mjs';

export const diffMillion = {
  name: 'diff-million',
  description:
    'Two saved plans of a million ranks, one without one GPU, so that half of all ranks move: reading, checking and mapping both again, against `JSON.parse` alone. CPU time and peak memory of whole processes.',
  ours: '`diff` of two plans of 1,000,000 ranks',
  against: '`JSON.parse` of both files',
  target: 3,
  canRun: () => true,
  measure(folder) {
    const topology = writeRanges(folder, 1_000_000);
    const without = join(folder, 'without.yaml');
    const text = readFileSync(topology, 'utf8');
    writeFileSync(without, text.replace('order: block', 'order: block, exclude: ["a000077:3"]'));
    const plans = [compilePlan(folder, 'old', topology), compilePlan(folder, 'new', without)];
    return raceUsage(
      () => useOfRankplan(['diff', ...plans]),
      () => useOfScript('parse-json.mjs', ...plans),
      ROUNDS.few,
    );
  },
};
