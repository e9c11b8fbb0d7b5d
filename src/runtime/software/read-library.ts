import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 1 << 22;
/** More than the text can be long. */
const OVERLAP = 128;
/** A longer file is not read: the largest NCCL has 0.4 GB. */
const MAX_BYTES = 2 ** 30;

/** What a library says of its version, as in `NCCL version 2.27.5+cuda12.9`; null where it says nothing. It is not loaded. */
export function readLibraryVersion(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const bytes = Buffer.alloc(CHUNK + OVERLAP);
    for (let at = 0; at < MAX_BYTES; at += CHUNK) {
      const read = readSync(file, bytes, 0, bytes.length, at);
      const version = /[NR]CCL version (\d+\.\d+\.\d+)/.exec(bytes.toString('latin1', 0, read))?.[1];
      if (version !== undefined) return version;
      if (read < bytes.length) return null;
    }
    return null;
  } catch {
    return null; // a folder, or a disk at fault
  } finally {
    closeSync(file);
  }
}
