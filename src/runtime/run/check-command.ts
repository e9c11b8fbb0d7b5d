import { accessSync, constants, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RunRefusal } from './run-refusal.ts';

/** Checks that the directory can be worked in, and returns its absolute path. */
export function checkDirectory(directory: string): string {
  const path = resolve(directory);
  try {
    if (!statSync(path).isDirectory()) throw new Error('no directory');
    accessSync(path, constants.X_OK);
  } catch {
    throw new RunRefusal(
      `the working directory '${directory}' cannot be entered`,
      'make it, or change launch.workdir',
    );
  }
  return path;
}

/** A RunRefusal unless the command is there: of a rank that cannot start the others learn late. */
export function checkCommand(command: string, directory: string, path: string): void {
  const places = command.includes('/')
    ? [resolve(directory, command)]
    : path.split(':').map((folder) => join(resolve(directory, folder), command));
  if (!places.some(isExecutable))
    throw new RunRefusal(`'${command}' is not a command on this host`, `check PATH (${path})`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
