import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The result of an action; null if it throws: as for a file that is not there, or a process that has ended. */
export function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** The text of a file; null if it is not there, or not for us: as of a process that has ended, or of another user. */
export const tryRead = (path: string): string | null => attempt(() => readFileSync(path, 'utf8'));

/** The names in a folder, sorted; none where it is not there, or not for us. */
export const listNames = (folder: string): readonly string[] =>
  attempt(() => readdirSync(folder).sort()) ?? [];

/** The target of a link; null if there is no link, or we may not read it. */
export const tryReadLink = (path: string): string | null => attempt(() => readlinkSync(path));

/** Whether this process exists, also if it is hidden from us (`hidepid`). */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs an action with an open file, closes it, and returns the result. `mode` is that of a new file. */
export function withFile<T>(
  path: string,
  flags: string | number,
  action: (descriptor: number) => T,
  mode = 0o666,
): T {
  const descriptor = openSync(path, flags, mode);
  try {
    return action(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null when it is not JSON, or the JSON text `null`: who reads an object or a list takes neither. */
export const parseJson = (text: string): unknown => attempt((): unknown => JSON.parse(text));
