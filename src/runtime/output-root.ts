import { lstatSync, mkdirSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OutputError, tolerate } from './output-error.ts';

/**
 * The real path of the output directory, links followed; null when there is none. Throws an OutputError when something
 * else has its name, and system errors.
 */
export function findRoot(directory: string): string | null {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return null;
  const stat = statSync(directory, { throwIfNoEntry: false });
  if (stat === undefined) throw new OutputError(`${directory} is a symbolic link that leads nowhere`);
  if (!stat.isDirectory())
    throw new OutputError(`${directory} is no directory: choose another output directory`);
  return realpathSync(directory);
}

/** Makes the folder and those above it that are missing. Returns what takes them away again, as far as empty. */
export function makeFolders(folder: string): () => void {
  const missing: string[] = [];
  for (let path = folder; statSync(path, { throwIfNoEntry: false }) === undefined; path = dirname(path)) {
    missing.push(path);
  }
  const made: string[] = [];
  const undo = () => {
    for (const path of made) removeIfEmpty(path);
  };
  try {
    for (const path of missing.reverse()) {
      mkdirSync(path);
      made.unshift(path);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

/** Removes the folder, unless something is in it or it is gone. */
export function removeIfEmpty(folder: string): void {
  tolerate(['ENOTEMPTY', 'EEXIST', 'ENOENT'], () => rmdirSync(folder));
}
