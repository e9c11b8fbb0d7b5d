import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

const TAIL_BYTES = 4096;

/** The last lines of a log; none if it cannot be read. */
export function readLastLines(path: string, count: number): readonly string[] {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const length = readSync(file, tail, 0, tail.length, Math.max(0, size - tail.length));
      const lines = tail.toString('utf8', 0, length).split('\n');
      if (lines.at(-1) === '') lines.pop();
      return lines.slice(-count);
    } finally {
      closeSync(file);
    }
  } catch {
    return [];
  }
}

const LARGEST_ERROR_FILE = 16 * 1024 * 1024;

/** The message of the exception that torch's `@record` wrote; null if there is none. */
export function readRecordedError(path: string): string | null {
  try {
    if (statSync(path).size > LARGEST_ERROR_FILE) return null;
    const { message } = JSON.parse(readFileSync(path, 'utf8')) as { message?: unknown };
    if (typeof message === 'string') return message;
    const inner = (message as { message?: unknown } | null | undefined)?.message;
    return typeof inner === 'string' ? inner : null;
  } catch {
    return null;
  }
}
