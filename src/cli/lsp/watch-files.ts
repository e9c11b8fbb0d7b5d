import { type StatsListener, unwatchFile, watchFile } from 'node:fs';

/** Each is looked at once a second; who has more saves in the editor to see a change of the others. */
const MAX_FILES = 500;
const OPTIONS = { interval: 1000, persistent: false };

export interface FileWatch {
  /** Watches these files from now on, also those that are not there yet, and no others. */
  readonly follow: (paths: Iterable<string>) => void;
  readonly stop: () => void;
}

/** Calls back when a file changes, comes or goes. Asking again and again works on every file system, shared ones included. */
export function watchFiles(changed: (path: string) => void): FileWatch {
  const watched = new Map<string, StatsListener>();
  const follow = (paths: Iterable<string>) => {
    const wanted = new Set([...paths].slice(0, MAX_FILES));
    for (const [path, listener] of watched) {
      if (wanted.has(path)) continue;
      unwatchFile(path, listener);
      watched.delete(path);
    }
    for (const path of wanted) {
      if (watched.has(path)) continue;
      const listener: StatsListener = (now, before) => {
        // Of a file that is not there Node says so once, when it begins to look.
        if (now.mtimeMs !== 0 || before.mtimeMs !== 0) changed(path);
      };
      watched.set(path, listener);
      watchFile(path, OPTIONS, listener);
    }
  };
  return { follow, stop: () => follow([]) };
}
