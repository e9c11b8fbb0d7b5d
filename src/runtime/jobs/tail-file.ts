import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const PIECE_BYTES = 64 * 1024;
/** Of a log whose lines are longer, fewer are shown. */
const LOOK_BACK_BYTES = 256 * 1024;

/** A file that grows, read from where its last lines begin. */
export interface Tail {
  /** What was written since, a piece at a time; null: nothing is new. */
  readonly next: () => Buffer | null;
  readonly close: () => void;
}

export function tailFile(path: string, lines: number): Tail {
  const file = openSync(path, 'r');
  let at = findLastLines(file, lines);
  return {
    next() {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const got = readSync(file, piece, 0, piece.length, at);
      at += got;
      return got === 0 ? null : piece.subarray(0, got);
    },
    close: () => closeSync(file),
  };
}

function findLastLines(file: number, lines: number): number {
  const { size } = fstatSync(file);
  const start = Math.max(0, size - LOOK_BACK_BYTES);
  const end = Buffer.alloc(size - start);
  const got = readSync(file, end, 0, end.length, start);
  if (lines === 0) return start + got;
  // The line break that ends the last line begins none.
  let at = got - 1;
  for (let found = 0; at > 0 && found < lines; found++) at = end.lastIndexOf('\n', at - 1);
  return start + Math.max(0, at + 1);
}
