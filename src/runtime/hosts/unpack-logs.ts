import { type ReadEntry, Unpack } from 'tar';
import { UNPRINTABLE } from '../../compiler/source/printable.ts';

/** Bytes that may still be written here; several archives share it. */
export interface Room {
  bytes: number;
}

/** Why unpacking stops: the archive ended too early, there is no room for it here, or it is not an archive. */
export class ArchiveError extends Error {
  readonly why: 'end' | 'room' | 'lie';
  constructor(message: string, why: ArchiveError['why']) {
    super(message);
    this.why = why;
  }
}

const isTooShort = (): ArchiveError => new ArchiveError('they did not arrive whole', 'end');
export const isNone = (): ArchiveError => new ArchiveError('what comes from there are no logs', 'lie');

const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 64;
/** The most bytes of headers for entries without content: a host could send them for ever. */
const MAX_OVERHEAD = 256 * 2 ** 20;
/** The first bytes of gzip and zstd, which could unpack to any size. No name in our archives begins with them. */
const COMPRESSED = [0x1f, 0x28];

/**
 * Unpacks the logs of a host, who may lie, into a new folder: files and folders, and nothing outside. What a program may
 * well have made there is left out: links, devices, hidden names, names for a terminal. All else ends it.
 */
export async function unpackLogs(archive: AsyncIterable<Buffer>, folder: string, room: Room): Promise<void> {
  const guard = guardEntries(room);
  const unpack = new Unpack({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    maxDepth: MAX_DEPTH,
    maxMetaEntrySize: 64 * 1024,
    filter: (path, entry) => guard.takes(path, entry as ReadEntry),
  });
  let isWhole = false;
  unpack.on('eof', () => {
    isWhole = true;
  });
  const ended = new Promise<void>((resolve, reject) => {
    unpack.on('end', resolve);
    unpack.on('error', (error: NodeJS.ErrnoException) => reject(explain(error)));
  });
  ended.catch(() => {}); // it is waited for below
  for await (const chunk of archive) {
    guard.count(chunk);
    const isReady = guard.fault === null && unpack.write(chunk);
    if (guard.fault !== null) throw guard.fault;
    if (!isReady) await Promise.race([ended, new Promise((resolve) => unpack.once('drain', resolve))]);
  }
  unpack.end();
  await ended;
  if (!isWhole) throw isTooShort();
}

function guardEntries(room: Room) {
  const seen = new Set<string>();
  let received = 0;
  let announced = 0;
  let entries = 0;
  const guard = {
    /** Why no more is taken. */
    fault: null as ArchiveError | null,
    count(chunk: Buffer): void {
      const isCompressed = received === 0 && COMPRESSED.includes(chunk[0] ?? 0);
      received += chunk.length;
      if (isCompressed || received - announced > MAX_OVERHEAD) guard.fault ??= isNone();
    },
    takes(path: string, entry: ReadEntry): boolean {
      if (guard.fault !== null) return false;
      entries++;
      guard.fault = entries > MAX_ENTRIES ? isNone() : faultOf(path, entry, room);
      if (guard.fault !== null) return false;
      announced += entry.size;
      room.bytes -= entry.size; // also of what is left out: it comes, whatever becomes of it
      if (!isWanted(path, entry)) return false;
      const name = partsOf(path).join('/');
      if (entry.type === 'File' && seen.has(name)) guard.fault = isNone();
      seen.add(name);
      entry.mode = entry.type === 'Directory' ? 0o755 : 0o644;
      return guard.fault === null;
    },
  };
  return guard;
}

const partsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '' && part !== '.');

function faultOf(path: string, { size }: ReadEntry, room: Room): ArchiveError | null {
  const parts = partsOf(path);
  const isOutside = path.startsWith('/') || path.split(/[/\\]/).includes('..');
  if (isOutside || parts.length > MAX_DEPTH || !Number.isSafeInteger(size) || size < 0) return isNone();
  const next = `${printMb(size)} come next, and ${printMb(room.bytes)} may be taken`;
  return size > room.bytes ? noRoom(`there is no room here: ${next}`) : null;
}

const noRoom = (message: string): ArchiveError => new ArchiveError(message, 'room');

const printMb = (bytes: number): string => `${Math.ceil(Math.max(0, bytes) / 1e6)} MB`;

/** Nothing hidden, nothing for a terminal, and nothing but what can be read. */
function isWanted(path: string, { type }: ReadEntry): boolean {
  if (type !== 'File' && type !== 'OldFile' && type !== 'Directory') return false;
  const parts = partsOf(path);
  return parts.length > 0 && parts.every((part) => !part.startsWith('.') && part.search(UNPRINTABLE) < 0);
}

function explain(error: NodeJS.ErrnoException): ArchiveError {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return noRoom('the disk here is full');
  if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EIO')
    return noRoom(`they cannot be written here (${error.code})`);
  return /Truncated input/.test(error.message) ? isTooShort() : isNone();
}
