import { readFileSync, readlinkSync, statSync } from 'node:fs';

/** Who a process is, as far as it can be seen from here; null when it has ended. */
export type NameProcess = (pid: number) => string | null;

/** The first PID namespace, by its number in every kernel: there PIDs of a driver are certainly ours. */
const FIRST_NAMESPACE = 'pid:[4026531836]';

/** `PID 4711 (python of ada)`. In a container a driver may tell the PIDs of the host, which are not those here. */
export const nameProcess: NameProcess = (pid) => {
  const isFirst = tryRead(() => readlinkSync('/proc/self/ns/pid')) === FIRST_NAMESPACE;
  if (!isThere(pid))
    return isFirst ? null : `PID ${pid}, which nobody has here: it is one of another PID namespace`;
  const program = tryRead(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trimEnd());
  const user = tryRead(() => nameUser(statSync(`/proc/${pid}`).uid));
  const who = [program, user].filter((part) => part !== null).join(' of ');
  if (who === '') return `PID ${pid}`;
  return `PID ${pid} (${who}${isFirst ? '' : ', if the driver counts PIDs as this container does'})`;
};

/** Hidden ones (`hidepid`) count, too. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function nameUser(uid: number): string {
  const users = tryRead(() => readFileSync('/etc/passwd', 'utf8')) ?? '';
  const entry = users.split('\n').find((line) => line.split(':')[2] === `${uid}`);
  return entry?.split(':')[0] || `user ${uid}`;
}

function tryRead(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null; // it has ended, or is not for us
  }
}
