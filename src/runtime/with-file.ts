import { closeSync, openSync } from 'node:fs';

/** What an action returns that has a file open, which is closed behind it. `mode` is that of a new file. */
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
