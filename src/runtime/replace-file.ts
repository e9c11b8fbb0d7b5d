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
import { withFile } from './with-file.ts';

/**
 * Writes a file whole or not at all: beside its place, and renamed into it. With `like` it has that owner and mode, or is
 * not written. Throws the error of a system call.
 */
export function replaceFile(target: string, contents: string | Uint8Array, like: Stats | null = null): void {
  const temporary = `${target}.${process.pid}.tmp`;
  const undo = () => rmSync(temporary, { force: true });
  const write = (descriptor: number): void => {
    if (like !== null) makeLike(descriptor, like);
    writeFileSync(descriptor, contents);
    fsyncSync(descriptor);
  };
  withFile(temporary, 'wx', (descriptor) => orUndo(undo, () => write(descriptor)));
  orUndo(undo, () => renameSync(temporary, target));
}

function makeLike(descriptor: number, { uid, gid, mode }: Stats): void {
  const own = fstatSync(descriptor);
  if (own.uid !== uid || own.gid !== gid) fchownSync(descriptor, uid, gid);
  fchmodSync(descriptor, mode & 0o7777);
}

/** Writes a document beside logs, whole or not at all; returns why that was not possible, or null. */
export function writeRecord(path: string, document: object): string | null {
  try {
    replaceFile(path, `${JSON.stringify(document, null, 2)}\n`);
    return null;
  } catch (error) {
    return `${path} cannot be written: ${(error as Error).message}`;
  }
}
