import { closeSync, openSync } from 'node:fs';

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
