import { constants, openSync, write } from 'node:fs';
import { isatty } from 'node:tty';
import { attempt } from '../try-read.ts';

/** A destination for text that does not wait for its reader. */
export type Sink = ReturnType<typeof createSink>;

/**
 * Node writes to terminals and waits for them: a Ctrl-S would stop the heartbeat. There the writes are made beside, one
 * after the other; to pipes, sockets and files Node's stream does what is needed.
 */
export function createSink(stream: NodeJS.WriteStream & { readonly fd: number }) {
  const writeNow = isatty(stream.fd) ? writeBeside(stream.fd) : writeStream(stream);
  let open = 0;
  let waiting: (() => void)[] = [];
  return {
    /** Calls back when the text has been taken, or its reader is gone. */
    write(text: Buffer | string, written?: () => void): void {
      open++;
      writeNow(text, () => {
        open--;
        written?.();
        if (open > 0) return;
        const done = waiting;
        waiting = [];
        for (const resolve of done) resolve();
      });
    },
    /** Resolves when all that was written has been taken. */
    drained: (): Promise<void> =>
      open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  };
}

type Write = (text: Buffer | string, done: () => void) => void;

/** A stream that has ended calls back with an error, which is treated alike. */
const writeStream =
  (stream: NodeJS.WriteStream): Write =>
  (text, done) =>
    void stream.write(text, () => done());

const AGAIN_MS = 20;

/** Through an open file of its own that never waits: no thread hangs in a terminal that Ctrl-S has stopped. */
function writeBeside(standard: number): Write {
  const descriptor = reopen(standard);
  const queue: { rest: Buffer; readonly done: () => void }[] = [];
  const next = (): void => {
    const [first] = queue;
    if (first === undefined) return;
    write(descriptor, first.rest, (error, count) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(next, AGAIN_MS);
        return;
      }
      first.rest = error ? Buffer.alloc(0) : first.rest.subarray(count);
      if (first.rest.length === 0) {
        queue.shift();
        first.done();
      }
      next();
    });
  };
  return (text, done) => {
    queue.push({ rest: Buffer.from(text), done });
    if (queue.length === 1) next();
  };
}

/** The terminal of another user, as after `su`, cannot be opened again. */
function reopen(descriptor: number): number {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  const flags = O_WRONLY | O_NONBLOCK | O_NOCTTY;
  return attempt(() => openSync(`/proc/self/fd/${descriptor}`, flags)) ?? descriptor;
}

/** The most bytes of ranks' output that may be on their way from one host. */
export const MOST_AHEAD = 16_384;
/** No order for each line. */
const LEAST_GRANT = MOST_AHEAD / 4;

/** The mark before a line, and its end. */
const AROUND = 2;
const NEWLINE = Buffer.from('\n');
/** A guard cuts a line sooner. */
const LONGEST_LINE = 2 ** 17;

/** Shows a line that a rank wrote. Of a long one all pieces but the last come with `goesOn`. */
export type ShowLine = (stream: 'stdout' | 'stderr', line: Buffer, goesOn: boolean) => void;

/** The output of one host: what was taken by its reader may be sent again. */
export function createHostOutput(
  sinks: Readonly<Record<'stdout' | 'stderr', Sink>>,
  grant: (bytes: number) => void,
): ShowLine {
  const held = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  let owed = 0;
  const owe = (bytes: number): void => {
    owed += bytes;
    if (owed < LEAST_GRANT) return;
    const granted = owed;
    owed = 0;
    grant(granted);
  };
  return (stream, piece, goesOn) => {
    const line = Buffer.concat([held[stream], piece]);
    const cost = piece.length + AROUND;
    if (goesOn && line.length < LONGEST_LINE) {
      held[stream] = line;
      owe(cost); // the rest of the line cannot come without
      return;
    }
    held[stream] = Buffer.alloc(0);
    sinks[stream].write(Buffer.concat([line, NEWLINE]), () => owe(cost));
  };
}
