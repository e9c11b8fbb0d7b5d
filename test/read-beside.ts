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

/** A reader that finds each file in a list by its path. */
export const readFrom =
  (files: Readonly<Record<string, string>>): ReadFile =>
  (path) => {
    const bytes = files[path];
    return bytes === undefined ? { kind: 'missing', name: path } : { kind: 'bytes', bytes, name: path };
  };

/** A reader that finds this text, or this object as JSON, in whatever file. */
export const readAlways =
  (content: string | object): ReadFile =>
  (name) => ({ kind: 'bytes', bytes: typeof content === 'string' ? content : JSON.stringify(content), name });
