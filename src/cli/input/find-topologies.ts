import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../verb.ts';
import { FORMER_FILE, isOfSlurm, isTopologyName, TOPOLOGY_FILE } from './default-topologies.ts';
import { isFolder, reasonOf } from './read-file.ts';

/** The files of a command line, each once, with the topologies of a folder in its place; and what could not be looked at. */
export function findTopologies(given: readonly string[]) {
  const failures: EnvironmentError[] = [];
  const files = given.flatMap((path) =>
    path !== '-' && isFolder(path) ? listFolder(path, failures) : [path],
  );
  return { files: [...new Set(files)], failures };
}

/** The plan of a compiled directory; for another folder the topologies in it and below. */
function listFolder(folder: string, failures: EnvironmentError[]): readonly string[] {
  const before = failures.length;
  const entries = listEntries(folder, failures);
  if (isCompiled(entries)) return [join(folder, 'plan.json')];
  const found = searchEntries(folder, entries, failures);
  if (found.length === 0 && failures.length === before)
    failures.push(
      new EnvironmentError(
        `${folder}: there is no topology in it: their names are ${TOPOLOGY_FILE}, *.${TOPOLOGY_FILE} and ${FORMER_FILE}`,
      ),
    );
  return found;
}

/** Searches folders; not links to folders, hidden folders or packages. */
function searchEntries(folder: string, entries: readonly Dirent[], failures: EnvironmentError[]): string[] {
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    const isFormer = () => entry.name === FORMER_FILE && !isOfSlurm(path);
    if (entry.isFile() || entry.isSymbolicLink())
      return isTopologyName(entry.name) || isFormer() ? [path] : [];
    if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    const inside = listEntries(path, failures);
    return isCompiled(inside) ? [] : searchEntries(path, inside, failures);
  });
}

/** A compiled directory is made from a topology, and `compile --check` checks it. */
const isCompiled = (entries: readonly Dirent[]): boolean =>
  ['plan.json', '.rankplan.json'].every((name) => entries.some((entry) => entry.name === name));

function listEntries(folder: string, failures: EnvironmentError[]): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    failures.push(new EnvironmentError(`cannot list ${folder}: ${reasonOf(error)}`));
    return [];
  }
}
