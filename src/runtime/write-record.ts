import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a document beside logs, whole or not at all; returns why that was not possible, or null. */
export function writeRecord(path: string, document: object): string | null {
  const staged = `${path}.${process.pid}`;
  try {
    writeFileSync(staged, `${JSON.stringify(document, null, 2)}\n`);
    renameSync(staged, path);
    return null;
  } catch (error) {
    rmSync(staged, { force: true });
    return `${path} cannot be written: ${(error as Error).message}`;
  }
}
