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

/** Compiles a topology to a folder of this name; the path of its plan. */
export function compilePlan(folder, name, topology) {
  const output = join(folder, name);
  timeRankplan('compile', topology, '-o', output, '--emit', '');
  return join(output, 'plan.json');
}
