import { closeSync, openSync, readSync } from 'node:fs';

/** The states of a socket that listens, and of a connection that it has not accepted yet; `st` is in the heading. */
const LISTEN = '0A';
const BEFORE_CONNECTIONS = new Set(['st', LISTEN, '03']);

/**
 * The TCP ports on which something listens, of whatever address. In each table these come first: not to read on matters
 * on a host with thousands of connections.
 */
export function listTakenPorts(): ReadonlySet<number> {
  const taken = new Set<number>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readLines(table)) {
      const [, local = '', , state = ''] = line.trim().split(/\s+/);
      if (!BEFORE_CONNECTIONS.has(state)) break;
      if (state === LISTEN) taken.add(Number.parseInt(local.split(':')[1] ?? '', 16));
    }
  }
  return taken;
}

const CHUNK_BYTES = 16_384;

/** A file's lines, read as far as they are asked for; none of one that cannot be read. */
function* readLines(path: string): Iterable<string> {
  const descriptor = tryOpen(path);
  if (descriptor === null) return;
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let rest = '';
    let count = readSync(descriptor, chunk);
    while (count > 0) {
      const lines = (rest + chunk.toString('latin1', 0, count)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      count = readSync(descriptor, chunk);
    }
  } finally {
    closeSync(descriptor);
  }
}

function tryOpen(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}
