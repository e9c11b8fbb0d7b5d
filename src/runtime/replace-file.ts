import {
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { orUndo } from './output-error.ts';
import { withFile } from './try-read.ts';

/**
 * Writes a file whole or not at all: beside its place, and renamed into it. With `like` it has that owner and mode, or is
 * not written. `mayBeLost`: only with the power of the machine. Throws the error of a system call.
 */
export function replaceFile(
  target: string,
  contents: string | Uint8Array,
  { like = null, mayBeLost = false }: { readonly like?: Stats | null; readonly mayBeLost?: boolean } = {},
): void {
  const temporary = `${target}.${process.pid}.tmp`;
  const undo = () => rmSync(temporary, { force: true });
  const write = (descriptor: number): void => {
    if (like !== null) makeLike(descriptor, like);
    writeFileSync(descriptor, contents);
    if (!mayBeLost) fsyncSync(descriptor);
  };
  withFile(temporary, 'wx', (descriptor) => orUndo(undo, () => write(descriptor)));
  orUndo(undo, () => renameSync(temporary, target));
}

function makeLike(descriptor: number, { uid, gid, mode }: Stats): void {
  const own = fstatSync(descriptor);
  if (own.uid !== uid || own.gid !== gid) fchownSync(descriptor, uid, gid);
  fchmodSync(descriptor, mode & 0o7777);
}

/**
 * Writes a document beside logs, whole or not at all; returns why that was not possible, or null. A disk's answer takes as
 * long as the start of some ranks, and the logs themselves are not waited for.
 */
export function writeRecord(path: string, document: object): string | null {
  try {
    replaceFile(path, `${JSON.stringify(document, null, 2)}\n`, { mayBeLost: true });
    return null;
  } catch (error) {
    return `${path} cannot be written: ${(error as Error).message}`;
  }
}
