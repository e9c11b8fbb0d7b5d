import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those that it lies in. Node's own `recursive` never returns where the system answers that a folder
 * which is there is not, as /proc does, and the automounter for a home that does not exist.
 */
export function makeFolders(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolders(dirname(path));
    if (!isThere(path)) mkdirSync(path);
  }
}

/** Another process may have been faster. */
function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
