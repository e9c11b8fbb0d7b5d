import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Job, readJob } from './read-job.ts';

/** The jobs in `runs/` of a folder, and of the folders in it: that is where people stand who have compiled to `out`. */
export function findJobs(folder: string): readonly Job[] {
  const root = resolve(folder);
  const places = [root, ...listFolders(root).map((name) => join(root, name))];
  const found = places.flatMap((place) => readJobs(join(place, 'runs')));
  return found.sort((a, b) => a.startedMs - b.startedMs || (a.folder < b.folder ? -1 : 1));
}

const readJobs = (runs: string): readonly Job[] =>
  listFolders(runs).flatMap((name) => readJob(join(runs, name)) ?? []);

function listFolders(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name)
      .sort();
  } catch {
    return []; // such as one that may not be read
  }
}
