import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Which process launches: a number may be used again, its start and the boot tell it from any other. */
export interface Launcher {
  readonly pid: number;
  /** In ticks since the boot. */
  readonly start: number;
  readonly boot: string;
  /** In which processes have this number. */
  readonly namespace: string;
  readonly host: string;
  /** When it began, by the clock. */
  readonly at: number;
}

/** Whether it runs. Of another machine or container nobody here can tell. */
export function findLauncher({
  pid,
  start,
  boot,
  namespace,
  host,
}: Launcher): 'running' | 'gone' | 'elsewhere' {
  if (boot !== tryRead('/proc/sys/kernel/random/boot_id')) return host === hostname() ? 'gone' : 'elsewhere';
  if (namespace !== '' && namespace !== readNamespace()) return 'elsewhere';
  return readStart(pid) === start ? 'running' : 'gone';
}

/** What has ended and was not waited for runs no more. */
function readStart(pid: number): number | null {
  const stat = tryRead(`/proc/${pid}/stat`);
  // Its name, in brackets, may have blanks and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === undefined || /^[ZX]?$/.test(fields[0]) ? null : Number(fields[19]);
}

function readNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd();
  } catch {
    return '';
  }
}
