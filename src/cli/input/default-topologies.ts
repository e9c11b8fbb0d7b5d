import { constants, readdirSync, readSync } from 'node:fs';
import { printable } from '../../compiler/source/printable.ts';
import { listFirst } from '../output.ts';
import { EnvironmentError, UsageError } from '../verb.ts';
import { reasonOf, withOpen } from './read-file.ts';

/** What `init` writes, and every verb looks for first. */
export const TOPOLOGY_FILE = 'rankplan.yaml';

/** Its former name, which Slurm has for a file of its own since 25.05. */
export const FORMER_FILE = 'topology.yaml';

/** `rankplan.yaml`, or `NAME.rankplan.yaml`: names that no other tool uses. */
export const isTopologyName = (name: string): boolean => /^(?:.+\.)?rankplan\.yaml$/s.test(name);

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
export function isOfSlurm(path: string): boolean {
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
