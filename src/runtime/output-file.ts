import { createHash, hash } from 'node:crypto';
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { posix } from 'node:path';
import { withFile } from './try-read.ts';

/** One file of the output directory. */
export interface OutputFile {
  /** Relative to the output directory, with `/`, normalized. */
  readonly path: string;
  readonly executable: boolean;
  /** The text, or its pieces in order: a plan of a million ranks is longer than one string may be. */
  readonly content: string | readonly string[];
  /** Where the user has a file of that name, that one stays, and this is not written. */
  readonly givesWay?: true;
}

/** Characters hashed or written at once: many small pieces must not become as many system calls. */
const BATCH_LENGTH = 256 * 1024;

export function digestOf(content: OutputFile['content']): string {
  if (typeof content === 'string') return `sha256:${hash('sha256', content, 'hex')}`;
  const sum = createHash('sha256');
  for (const batch of batches(content)) sum.update(batch, 'utf8');
  return `sha256:${sum.digest('hex')}`;
}

/**
 * Returns a function that creates files below `folder`, each parent once. A file that exists already is an EEXIST
 * error; nothing is synced to disk.
 */
export function createWriter(folder: string): (file: OutputFile) => void {
  const made = new Set<string>();
  return ({ path, executable, content }) => {
    const parent = posix.dirname(path);
    if (!made.has(parent)) {
      mkdirSync(posix.join(folder, parent), { recursive: true }); // deno makes no `new/.`
      made.add(parent);
    }
    const write = (descriptor: number): void => {
      for (const batch of typeof content === 'string' ? [content] : batches(content))
        writeWhole(descriptor, batch);
    };
    withFile(`${folder}/${path}`, 'wx', write, executable ? 0o777 : 0o666);
  };
}

/** writeSync alone may stop short of the end; writeFileSync alone is slower for small files. */
function writeWhole(descriptor: number, text: string): void {
  const count = writeSync(descriptor, text);
  if (count < Buffer.byteLength(text)) writeFileSync(descriptor, Buffer.from(text).subarray(count));
}

function* batches(pieces: readonly string[]): Iterable<string> {
  let batch = '';
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH_LENGTH) continue;
    yield batch;
    batch = '';
  }
  if (batch !== '') yield batch;
}
