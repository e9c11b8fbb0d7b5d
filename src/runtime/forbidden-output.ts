import { lstatSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from './try-read.ts';

/**
 * Why a folder must not become an output directory, whatever is in it; null when it may. Links are followed, also where
 * the folder itself is still to be made.
 */
export function whyForbidden(directory: string): string | null {
  const folder = realPath(resolve(directory));
  if (dirname(folder) === folder) return 'it is the root of the file system';
  if (folder === realPath(resolve(homedir()))) return 'it is your home folder';
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (basename(at).toLowerCase() === '.git' || isGitFolder(at))
      return 'git keeps its own files there, and would take ours for some of them';
  }
  return null;
}

/** The path with its links followed, as far as it exists. */
function realPath(path: string): string {
  const real = attempt(() => realpathSync(path));
  if (real !== null || dirname(path) === path) return real ?? path;
  // Missing, or not to be read: what is above may still be a link.
  return join(realPath(dirname(path)), basename(path));
}

/** Checks the content: a bare repository, or the folder of one with its files elsewhere, may have any name. */
const isGitFolder = (folder: string): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => attempt(() => lstatSync(join(folder, name))) !== null);
