import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Each is looked at once a second; who has more saves in the editor to see a change of the others. */
const MAX_FILES = 500;
const INTERVAL_MS = 1000;
const ABSENT = '';

/**
 * Watches these files from now on, also those that are not there yet, and no others. Each has the stamp of what was read,
 * so that a change between reading and watching counts, too.
 */
export type FollowFiles = (files: Iterable<readonly [path: string, stamp: string]>) => void;

/** What differs after a change of the file; the same for all files that are not there. */
export function stampOf(path: string): string {
  try {
    return render(statSync(path));
  } catch {
    return ABSENT;
  }
}

/** Calls back when a file changes, comes or goes. Polling works on every file system, shared ones included. */
export function watchFiles(changed: (path: string) => void): FollowFiles {
  let stamps = new Map<string, string>();
  const look = async (path: string) => {
    const now = await stat(path).then(render, () => ABSENT);
    const before = stamps.get(path);
    if (before === undefined || before === now) return;
    stamps.set(path, now);
    changed(path);
  };
  const lookAtAll = () => void Promise.all([...stamps.keys()].map(look)).then(schedule);
  const schedule = () => void setTimeout(lookAtAll, INTERVAL_MS).unref();
  schedule();
  return (files) => {
    stamps = new Map([...files].slice(0, MAX_FILES));
  };
}

const render = ({ mtimeMs, size, ino }: { mtimeMs: number; size: number; ino: number }): string =>
  `${mtimeMs} ${size} ${ino}`;
