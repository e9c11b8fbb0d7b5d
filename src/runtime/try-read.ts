import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The text of a file; null where it is not there, or not for us: as of a process that has ended, or of another user. */
export function tryRead(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** The names in a folder, sorted; none where it is not there, or not for us. */
export function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Where a link leads; null where there is none, or not for us. */
export function tryReadLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** Whether there is such a process, those included that are hidden from us (`hidepid`). */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
