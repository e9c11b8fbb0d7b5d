import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadFile } from '../src/compiler/inventory/read-inventory.ts';

/** A reader for the compiler: files below `folder`. */
export function readBeside(folder: string): ReadFile {
  return (path) => {
    const file = join(folder, path);
    return existsSync(file)
      ? { kind: 'bytes', bytes: readFileSync(file), name: path }
      : { kind: 'missing', name: path };
  };
}

/** A reader for topologies that name no inventory file. */
export const readNothing: ReadFile = (path) => ({ kind: 'missing', name: path });
