import { lstatSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OutputError, orUndo, tolerate } from './output-error.ts';

/**
 * Makes the folder and those above it that are missing. Returns what takes them away again, as far as empty. Node's own
 * `recursive` never returns where the system answers that a folder which is there is not, as /proc does, and the
 * automounter for a home that does not exist.
 */
export function makeFolders(folder: string): () => void {
  const made: string[] = [];
  const undo = () => {
    for (const path of made) removeIfEmpty(path);
  };
  orUndo(undo, () => {
    for (const path of listMissing(folder)) if (makeFolder(path)) made.unshift(path);
  });
  return undo;
}

/** The outermost first. */
function listMissing(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let path = folder; !isFolder(path); path = dirname(path)) {
    if (isDangling(path)) throw new OutputError(`${path} is a symbolic link that leads nowhere`);
    missing.unshift(path);
  }
  return missing;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const isDangling = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true &&
  statSync(path, { throwIfNoEntry: false }) === undefined;

/** Whether this made it: another process may have been faster. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (isFolder(path)) return false;
    throw error;
  }
}

/** Removes the folder, unless something is in it or it is gone. */
export function removeIfEmpty(folder: string): void {
  tolerate(['ENOTEMPTY', 'EEXIST', 'ENOENT'], () => rmdirSync(folder));
}
