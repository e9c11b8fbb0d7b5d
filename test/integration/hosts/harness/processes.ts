import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface Process {
  /** The machine's number of it. */
  readonly pid: number;
  readonly command: string;
}

/** The processes of a PID namespace, but its first one; none if the namespace is gone. */
export function processesIn(first: number): readonly Process[] {
  const namespace = namespaceOf(first);
  if (namespace === null) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== first && namespaceOf(pid) === namespace)
    .flatMap((pid) => {
      const command = commandOf(pid);
      return command === null ? [] : [{ pid, command }];
    });
}

const namespaceOf = (pid: number): string | null => unlessGone(() => readlinkSync(`/proc/${pid}/ns/pid`));

/** Null: it is gone, or has ended and waits for its parent. */
const commandOf = (pid: number): string | null =>
  unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || null);

function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(code)) return null;
    throw error;
  }
}
