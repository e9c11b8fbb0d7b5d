import { relative, resolve, sep } from 'node:path';
import { findAbove } from '../input/read-file.ts';

/** Names a file as the repository does. */
export type PathOf = (name: string) => string;

/**
 * Annotations and SARIF name files from the top of the repository, wherever the command runs in it; without a repository,
 * from the working directory. What is no file (`<stdin>`) keeps its name. `.git` is a file in a worktree or submodule.
 */
export function createPathOf(workingDirectory: string): PathOf {
  const top = findAbove(workingDirectory, '.git') ?? workingDirectory;
  return (name) =>
    name === '<stdin>' ? name : relative(top, resolve(workingDirectory, name)).split(sep).join('/');
}
