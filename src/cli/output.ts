import { writeSync } from 'node:fs';
import { EXIT } from './verb.ts';

/** Whether process.stdout is in use: what follows must stay after it. */
let isStreaming = false;

/**
 * Writes to standard output without the stream that Node has for it: to make that takes a twentieth of the start. It is
 * made where a write cannot end (a pipe that must not block) or fails, and deals with that.
 */
export function print(text: string): void {
  if (isStreaming) {
    process.stdout.write(text);
    return;
  }
  const bytes = Buffer.from(text);
  let count = 0;
  try {
    while (count < bytes.length) count += writeSync(1, bytes, count);
  } catch {
    process.stdout.write(bytes.subarray(count));
  }
}

/** The first names of a list, and how many more there are. */
export function listFirst(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const MAX_NAMES = 8;

/**
 * Answers output that cannot be written with one line and a status of its own. Who reads only the first lines
 * (`| head`) has not found a bug, and gets no message.
 */
export function watchOutput(): void {
  onFirstUse('stdout', (stdout) => {
    isStreaming = true;
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.fine);
      const reason = /^[A-Z0-9]+: (.*), write$/.exec(error.message)?.[1] ?? error.message;
      process.stderr.write(`rankplan: cannot write to standard output: ${reason}\n`);
      process.exit(EXIT.environment);
    });
  });
  onFirstUse('stderr', (stderr) => {
    stderr.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exit(EXIT.environment);
    });
  });
}

/** Node makes these streams when they are first used; most runs get by with one of them, or none. */
function onFirstUse(name: 'stdout' | 'stderr', prepare: (stream: NodeJS.WriteStream) => void): void {
  const original = Object.getOwnPropertyDescriptor(process, name);
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get() {
      // Other runtimes have made the stream before, and keep it as a value.
      const stream: NodeJS.WriteStream = original?.get ? original.get.call(process) : original?.value;
      Object.defineProperty(process, name, { configurable: true, enumerable: true, value: stream });
      prepare(stream);
      return stream;
    },
  });
}
