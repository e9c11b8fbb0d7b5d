import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

export type FoundExec =
  | { readonly path: string }
  | { readonly path: null; readonly tried: readonly string[] };

/** Finds rankplan-exec: the file that is wanted and no other, or what ships beside the bundle in `folder`. */
export function findExec(explicit: string | null, folder: string): FoundExec {
  const path = explicit ?? join(folder, 'native', `${process.platform}-${process.arch}`, 'rankplan-exec');
  try {
    accessSync(path, constants.X_OK);
    return { path };
  } catch {
    return { path: null, tried: [path] };
  }
}
