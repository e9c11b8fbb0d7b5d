import { statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, processExists, tryRead, tryReadLink } from '../try-read.ts';

/** The name of a process, as far as it can be seen from here; null if it has ended. */
export type NameProcess = (pid: number) => string | null;

/** What is known of the process that has a PID here. */
export interface KnownProcess {
  readonly isThere: boolean;
  readonly program: string | null;
  readonly user: string | null;
  /** This is the first PID namespace, where a driver's PIDs are certainly ours. */
  readonly isFirstNamespace: boolean;
}

export const createNamer =
  (sight: Sight): NameProcess =>
  (pid) =>
    formatProcess(pid, {
      isThere: processExists(pid),
      program: tryRead(`/proc/${pid}/comm`)?.trimEnd() ?? null,
      user: attempt(() => nameUser(statSync(`/proc/${pid}`).uid)),
      isFirstNamespace: sight === 'machine',
    });

/** `PID 4711 (python of ada)`. In a container a driver may report PIDs of the host, which differ from those here. */
export function formatProcess(pid: number, known: KnownProcess): string | null {
  const { program, user, isFirstNamespace } = known;
  if (!known.isThere)
    return isFirstNamespace
      ? null
      : `PID ${pid}, which no process has here: it is one of another PID namespace`;
  const who = [program, user].filter((part) => part !== null).join(' of ');
  if (who === '') return `PID ${pid}`;
  return `PID ${pid} (${who}${isFirstNamespace ? '' : ', if the driver counts PIDs as this container does'})`;
}

function nameUser(uid: number): string {
  const users = tryRead('/etc/passwd') ?? '';
  const entry = users.split('\n').find((line) => line.split(':')[2] === `${uid}`);
  return entry?.split(':')[0] || `user ${uid}`;
}

/**
 * Whose processes a driver can list to us: all of the `machine`, or those of a `container` (newer drivers list none of
 * another PID namespace), or none (of `windows`, under WSL). Where /proc does not say, it is `unknown`.
 */
export type Sight = 'machine' | 'container' | 'windows' | 'unknown';

/** The number of the first PID namespace in every kernel (PROC_PID_INIT_INO). */
export const FIRST_NAMESPACE = 'pid:[4026531836]';

export function readSight(procfs: string): Sight {
  if (/microsoft/i.test(tryRead(join(procfs, 'sys/kernel/osrelease')) ?? '')) return 'windows';
  const namespace = tryReadLink(join(procfs, 'self/ns/pid'));
  if (namespace === null || !namespace.startsWith('pid:[')) return 'unknown';
  return namespace === FIRST_NAMESPACE ? 'machine' : 'container';
}
