import { statSync } from 'node:fs';
import { tryRead } from '../try-read.ts';
import type { Sight } from './read-sight.ts';

/** Who a process is, as far as it can be seen from here; null when it has ended. */
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
      isThere: isThere(pid),
      program: tryRead(`/proc/${pid}/comm`)?.trimEnd() ?? null,
      user: nameOwner(pid),
      isFirstNamespace: sight === 'machine',
    });

/** `PID 4711 (python of ada)`. In a container a driver may tell the PIDs of the host, which are not those here. */
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

/** Hidden ones (`hidepid`) count, too. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function nameOwner(pid: number): string | null {
  try {
    return nameUser(statSync(`/proc/${pid}`).uid);
  } catch {
    return null; // it has ended, or is not for us
  }
}

function nameUser(uid: number): string {
  const users = tryRead('/etc/passwd') ?? '';
  const entry = users.split('\n').find((line) => line.split(':')[2] === `${uid}`);
  return entry?.split(':')[0] || `user ${uid}`;
}
