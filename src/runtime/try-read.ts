import { readFileSync } from 'node:fs';

/** The text of a file; null where it is not there, or not for us: as of a process that has ended, or of another user. */
export function tryRead(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
