import { dirname, join, relative, resolve, sep } from 'node:path';
import { findAbove, leadsOut } from '../input/read-file.ts';

const PACKAGE = 'node_modules/rankplan';
const SCHEMA = 'schemas/topology.schema.json';

/**
 * The schema as the first line of a topology names it for editors, relative to the topology: where rankplan is among a
 * project's packages, in its folder or above it, else where `npm install` would put it. Null if no project can be
 * seen and the topology is to lie elsewhere: an absolute path would be right on this machine only.
 */
export function schemaPath(path: string): string | null {
  const folder = resolve(path === '-' ? '.' : dirname(path));
  const project = findAbove(folder, `${PACKAGE}/${SCHEMA}`) ?? findAbove(folder, 'package.json');
  if (project === null && folder !== resolve('.')) return null;
  const below = relative(folder, join(project ?? folder, PACKAGE, SCHEMA))
    .split(sep)
    .join('/');
  return leadsOut(below) ? below : `./${below}`;
}
