import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROUNDS, race, timeProcess } from '../measure.mjs';
import { CLI, ROOT, timeRankplan } from '../programs.mjs';

const TOPOLOGY = join(ROOT, 'examples', 'quickstart', 'topology.yaml');

export const checkWithoutCache = {
  name: 'check-without-cache',
  description:
    'What a Node pays that did not build rankplan: V8’s code cache is for the build of Node that made it, so another compiles. Whole processes.',
  ours: '`check` of `examples/quickstart` without `dist/*.cache`',
  against: 'the same with them',
  target: null,
  canRun: () => true,
  measure(folder) {
    cpSync(dirname(CLI), folder, { recursive: true, filter: (path) => !path.endsWith('.cache') });
    const bare = join(folder, 'rankplan.cjs');
    return race(
      () => timeProcess(process.execPath, [bare, 'check', TOPOLOGY]),
      () => timeRankplan('check', TOPOLOGY),
      ROUNDS.short,
    );
  },
};
