import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** More folders than this no topology has its inventories in; a system lets a user watch only so many. */
const MAX_FOLDERS = 64;

export interface FolderWatch {
  /** Watches the folders of these files from now on, and no others. */
  readonly follow: (paths: Iterable<string>) => void;
  readonly stop: () => void;
}

/**
 * Calls back when something changes in the folder of a file, or where that folder would be. The watcher of a folder ends
 * with the first change: the caller checks the files and watches again, so also a folder that was removed and made again.
 */
export function watchFolders(changed: (folder: string) => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let followed: readonly string[] = [];
  const drop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const open = (folder: string) => {
    const watcher = tryWatch(folder, (name) => {
      const concerned = join(folder, name ?? '');
      if (!followed.some((path) => path.startsWith(concerned))) return;
      drop(folder);
      changed(folder);
    });
    if (watcher !== null) watchers.set(folder, watcher);
  };
  return {
    follow(paths) {
      followed = [...paths];
      const parents = [...new Set(followed.map((path) => dirname(path)))].slice(0, MAX_FOLDERS);
      const wanted = new Set(parents.map(nearestFolder));
      for (const folder of [...watchers.keys()]) if (!wanted.has(folder)) drop(folder);
      for (const folder of wanted) if (!watchers.has(folder)) open(folder);
    },
    stop: () => {
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}

/** Where a folder is not there yet, the one in which it would be made. */
function nearestFolder(folder: string): string {
  const parent = dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestFolder(parent);
}

/** Null where the system gives no more watchers: then only a save in the editor starts a check. */
function tryWatch(folder: string, changed: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => changed(name));
    watcher.on('error', () => changed(null));
    return watcher;
  } catch {
    return null;
  }
}
