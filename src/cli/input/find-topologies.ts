import { constants, type Dirent, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../../compiler/source/printable.ts';
import { listFirst } from '../output.ts';
import { EnvironmentError, UsageError } from '../verb.ts';
import { isFolder, reasonOf, withOpen } from './read-file.ts';

/** What `init` writes, and every verb looks for first. */
export const TOPOLOGY_FILE = 'rankplan.yaml';

/** Its former name, which Slurm has for a file of its own since 25.05. */
const FORMER_FILE = 'topology.yaml';

/** `rankplan.yaml`, or `NAME.rankplan.yaml`: names that no other tool uses. */
const isTopologyName = (name: string): boolean => /^(?:.+\.)?rankplan\.yaml$/s.test(name);

/** The topologies that a verb takes where none is named: those of the working directory, in the order of their names. */
export function defaultTopologies(): readonly string[] {
  const names = listFiles('.');
  const found = names.filter(isTopologyName).sort();
  if (found.length > 0) return found;
  const isForeign = names.includes(FORMER_FILE) && isOfSlurm(FORMER_FILE);
  if (names.includes(FORMER_FILE) && !isForeign) return [FORMER_FILE];
  const missing = isForeign
    ? `${TOPOLOGY_FILE} or *.${TOPOLOGY_FILE} here, and ${FORMER_FILE} is Slurm's own`
    : `${TOPOLOGY_FILE}, *.${TOPOLOGY_FILE} or ${FORMER_FILE} here`;
  throw new UsageError(`give FILE: there is no ${missing}; \`rankplan init\` writes one`);
}

export function defaultTopology(): string {
  const found = defaultTopologies();
  const [first = ''] = found;
  if (found.length === 1) return first;
  const names = listFirst(found.map(printable));
  throw new UsageError(`give FILE: there are ${found.length} topologies here: ${names}`);
}

/** The names in a folder, without those of folders. */
export function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name);
  } catch (error) {
    throw new EnvironmentError(`cannot list the working directory: ${reasonOf(error)}; give FILE`);
  }
}

/** Slurm's own file of that name is a list. A file that cannot be read is reported when it is read. */
function isOfSlurm(path: string): boolean {
  try {
    const start = Buffer.alloc(65_536);
    const length = withOpen(path, constants.O_RDONLY | constants.O_NONBLOCK, (descriptor) =>
      readSync(descriptor, start, 0, start.length, 0),
    );
    return /^(?:\ufeff|---.*\n|[ \t\r]*(?:#.*)?\n)*- /.test(start.toString('utf8', 0, length));
  } catch {
    return false;
  }
}

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
