import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tryRead } from '../try-read.ts';

/**
 * Whose processes a driver can list to us: all of the `machine`, or those of a `container` (newer drivers list none of
 * another PID namespace), or none (of `windows`, under WSL). Where /proc does not say, it is `unknown`.
 */
export type Sight = 'machine' | 'container' | 'windows' | 'unknown';

/** The number of the first PID namespace in every kernel (PROC_PID_INIT_INO). */
export const FIRST_NAMESPACE = 'pid:[4026531836]';

/** `procfs` is `/proc`. */
export function readSight(procfs: string): Sight {
  if (/microsoft/i.test(tryRead(join(procfs, 'sys/kernel/osrelease')) ?? '')) return 'windows';
  const namespace = tryReadLink(join(procfs, 'self/ns/pid'));
  if (namespace === null || !namespace.startsWith('pid:[')) return 'unknown';
  return namespace === FIRST_NAMESPACE ? 'machine' : 'container';
}

function tryReadLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // no /proc, or one that is not Linux's
  }
}
