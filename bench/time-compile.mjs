import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { timeRankplan } from './programs.mjs';

/** Milliseconds of a whole `compile` to plan and host file, in a fresh directory that is then removed. */
export function timeCompile(folder, topology) {
  const output = join(folder, 'out');
  const time = timeRankplan('compile', topology, '-o', output, '--emit', '');
  rmSync(output, { recursive: true });
  return time;
}
