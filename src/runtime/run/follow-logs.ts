import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { rankFile } from './run-folder.ts';

type Stream = 'out' | 'err';

export interface Follower {
  readonly folder: string;
  readonly ranks: readonly number[];
  /** Shows whole lines; resolves when the reader can take more. False: it wants no more of this stream. */
  readonly show: (stream: Stream, text: Buffer) => Promise<boolean>;
  readonly isOver: () => boolean;
}

const LOOK_MS = 100;
const PIECE = 65_536;
/** A line that is longer is shown in parts. */
const LONGEST_LINE = 1024 * 1024;
const NEWLINE = 0x0a;

interface Tail {
  readonly rank: number;
  readonly stream: Stream;
  file: number | null;
  /** The beginning of a line whose end has not come. */
  rest: Buffer;
}

/**
 * Shows what ranks write to their files, each line behind its rank. No reader can stall a rank in this way. Returns
 * when the ranks are over and all is shown.
 */
export async function followLogs({ folder, ranks, show, isOver }: Follower): Promise<void> {
  const streams = ['out', 'err'] as const;
  const tails = ranks.flatMap((rank) =>
    streams.map<Tail>((stream) => ({ rank, stream, file: null, rest: Buffer.alloc(0) })),
  );
  const piece = Buffer.allocUnsafe(PIECE);
  const unwanted = new Set<Stream>();
  const offer = async (stream: Stream, text: Buffer): Promise<void> => {
    const isWanted = unwanted.has(stream) || text.length === 0 || (await show(stream, text));
    if (!isWanted) unwanted.add(stream);
  };
  for (;;) {
    const isLast = isOver(); // asked first: what was written before is read below
    let isMore = false;
    for (const tail of tails) {
      tail.file ??= tryOpen(rankFile(folder, tail.rank, tail.stream));
      const text = readLines(tail, piece);
      if (text === null) continue;
      isMore = true;
      await offer(tail.stream, text);
    }
    if (isMore) await nextTurn();
    else if (isLast) break;
    else await sleep(LOOK_MS);
  }
  for (const tail of tails) {
    if (tail.rest.length > 0) await offer(tail.stream, prefix(tail, [tail.rest]));
    if (tail.file !== null) closeSync(tail.file);
  }
}

/** The next whole lines, possibly none; null at the end of what there is. */
function readLines(tail: Tail, piece: Buffer): Buffer | null {
  const length = tail.file === null ? 0 : readSync(tail.file, piece, 0, piece.length, null);
  if (length === 0) return null;
  const text = Buffer.concat([tail.rest, piece.subarray(0, length)]);
  const end = text.length > LONGEST_LINE ? text.length : text.lastIndexOf(NEWLINE) + 1;
  tail.rest = text.subarray(end);
  return end === 0 ? Buffer.alloc(0) : prefix(tail, splitLines(text.subarray(0, end)));
}

function splitLines(text: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf(NEWLINE, start);
    const end = found < 0 ? text.length : found;
    lines.push(text.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

function prefix({ rank }: Tail, lines: readonly Buffer[]): Buffer {
  const before = Buffer.from(`[rank ${rank}] `);
  const after = Buffer.from('\n');
  return Buffer.concat(lines.flatMap((line) => [before, line, after]));
}

/** Only a file has an end: a link to a device may go on for ever. */
function tryOpen(path: string): number | null {
  try {
    if (!statSync(path).isFile()) return null;
    return openSync(path, 'r');
  } catch {
    return null;
  }
}
