import { join } from 'node:path';
import { tryRead } from '../try-read.ts';

/**
 * The soft limit of open files that a program has which is started in place of this one; null if that is what this
 * process has, or it is not known. Node raises its own to the hard one at its start and keeps no note of what it was, so
 * the limit is that of the process that started this one. Where the hard limits differ, they were set between
 * the two, and then they are left alone.
 */
export function readCallerOpenFiles(proc = '/proc'): number | null {
  const parent = /^PPid:\t(\d+)$/m.exec(tryRead(join(proc, 'self/status')) ?? '')?.[1];
  const own = readLimits(proc, 'self');
  const theirs = parent === undefined ? null : readLimits(proc, parent);
  if (own === null || theirs === null || theirs.hard !== own.hard) return null;
  return theirs.soft < own.soft ? theirs.soft : null;
}

function readLimits(proc: string, process: string) {
  const found = /^Max open files +(\d+) +(\d+) /m.exec(tryRead(join(proc, process, 'limits')) ?? '');
  return found === null ? null : { soft: Number(found[1]), hard: Number(found[2]) };
}
