import { ArchiveError, isNone } from './unpack-logs.ts';

export interface Answer {
  /** The next line. */
  readonly line: () => Promise<string>;
  /** All bytes behind the lines. */
  readonly rest: () => AsyncGenerator<Buffer>;
}

/** Of what login shells print, and of lines. */
const MAX_LINES = 64 * 1024;

/** Lines, and then bytes, of one stream. */
export function readAnswer(chunks: AsyncIterator<Buffer>): Answer {
  let buffer = Buffer.alloc(0);
  let read = 0;
  const more = async (): Promise<Buffer | null> => {
    const { value, done = false } = await chunks.next();
    return done ? null : value;
  };
  return {
    async line() {
      for (;;) {
        const end = buffer.indexOf('\n');
        if (end >= 0) {
          const line = buffer.toString('utf8', 0, end);
          buffer = buffer.subarray(end + 1);
          read += end + 1;
          if (read > MAX_LINES) throw isNone();
          return line;
        }
        if (read + buffer.length > MAX_LINES) throw isNone();
        const chunk = await more();
        if (chunk === null) throw new ArchiveError('it gives no sign', 'end');
        buffer = Buffer.concat([buffer, chunk]);
      }
    },
    async *rest() {
      if (buffer.length > 0) yield buffer;
      for (let chunk = await more(); chunk !== null; chunk = await more()) yield chunk;
    },
  };
}
