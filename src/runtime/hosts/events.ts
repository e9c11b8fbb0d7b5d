import { clip, escapeHidden } from '../../compiler/source/printable.ts';
import { isRecord, parseJson } from '../try-read.ts';
import {
  EVENTS,
  type EventRule,
  type Field,
  followProtocol,
  type GuardEvent,
  type GuardState,
} from './event-table.ts';

export type { GuardEvent, GuardState } from './event-table.ts';

export interface EventReaderInput {
  /** The ranks of that host; events of others are a protocol failure. Those of an empty list may only look. */
  readonly ranks: readonly number[];
  readonly onEvent: (event: GuardEvent) => void;
  /**
   * A line that a rank wrote to its stdout or stderr, after its label: raw bytes without the line's end, at most 8 KiB.
   * Where it `goesOn`, the next piece of this stream continues it, without a label. It has cost its length and two bytes
   * (mark and end) of the credit.
   */
  readonly onOutput: (stream: 'stdout' | 'stderr', line: Buffer, goesOn: boolean) => void;
  /** Once at most: what came that may not come, with an excerpt in which nothing is hidden. Then nothing more is read. */
  readonly onFailure: (reason: string) => void;
}

export interface EventReader {
  /** Takes the next bytes, cut anywhere. Never throws, but what the listeners throw. */
  readonly take: (bytes: Buffer) => void;
  /** Call it with what `order.credit` granted: marked output beyond that (and one line) is a protocol failure. */
  readonly grant: (bytes: number) => void;
  readonly state: GuardState;
  /** The last 4 KiB of what came before the hello; raw, so escape it. */
  readonly noise: string;
  /** Whether each rank's end with 0 has come intact, and then `done`: nothing else is success. */
  readonly isWell: boolean;
}

const MOST_NOISE = 64 * 1024;
const NOISE_KEPT = 4096;
const EXCERPT = 120;
const LONGEST_EVENT = 4096;
const LONGEST_OUTPUT = 8192;
/** By the mark that a line of output begins with; the last two are of pieces whose line goes on. */
const STREAMS = [undefined, 'stdout', 'stderr', 'stdout', 'stderr'] as const;
const FIRST_THAT_GOES_ON = 3;

/** Reads what a guard writes, as a stranger's word: whatever is not in the table, in its state, is a failure. */
export function createEventReader(input: EventReaderInput): EventReader {
  const protocol = followProtocol(input.ranks);
  const noise = keepNoise();
  let hasFailed = false;
  let credit = LONGEST_OUTPUT;

  const fail = (reason: string, line: Buffer): void => {
    hasFailed = true;
    input.onFailure(`${reason}: ${showExcerpt(line)}`);
  };
  const takeNoise = (line: Buffer): void => {
    if (!noise.take(line)) fail('more than 64 KiB came before the guard spoke', line);
  };
  const takeOutput = (stream: 'stdout' | 'stderr', line: Buffer): void => {
    credit -= line.length + 1;
    if (protocol.state !== 'running') fail(`output of ranks in state ${protocol.state}`, line);
    else if (credit < 0) fail('more output than its credit allows', line);
    else input.onOutput(stream, line.subarray(1), (line[0] ?? 0) >= FIRST_THAT_GOES_ON);
  };
  const takeEvent = (line: Buffer): void => {
    const event = parseEvent(line);
    const isEvent = typeof event !== 'string';
    const reason = isEvent ? protocol.take(event) : event;
    if (isEvent && reason === null) input.onEvent(event);
    else if (protocol.state === 'connecting') takeNoise(line);
    else fail(reason ?? '', line);
  };
  const takeLine = (line: Buffer, isWhole: boolean): void => {
    const isHere = protocol.state !== 'connecting';
    const stream = isHere ? STREAMS[line[0] ?? 0] : undefined;
    const isTooLong = !isWhole || (stream === undefined && line.length >= LONGEST_EVENT);
    if (hasFailed) return;
    if (isTooLong && isHere) fail('a line too long', line);
    else if (isTooLong) takeNoise(line);
    else if (stream !== undefined) takeOutput(stream, line);
    else takeEvent(line);
  };
  const cut = createLineCutter(LONGEST_OUTPUT, takeLine);
  return {
    take: (bytes) => {
      if (!hasFailed) cut(bytes);
    },
    grant: (bytes) => {
      credit += bytes;
    },
    get state() {
      return hasFailed ? 'failed' : protocol.state;
    },
    get noise() {
      return noise.last();
    },
    get isWell() {
      return !hasFailed && protocol.isWell;
    },
  };
}

/** What comes before the guard speaks: a login's. False if it is too much. */
function keepNoise() {
  let last = Buffer.alloc(0);
  let size = 0;
  const take = (line: Buffer): boolean => {
    size += line.length + 1;
    last = Buffer.concat([last, line, NEWLINE]).subarray(-NOISE_KEPT);
    return size <= MOST_NOISE;
  };
  return { take, last: () => last.toString('utf8') };
}

const NEWLINE = Buffer.from('\n');

const showExcerpt = (line: Buffer): string =>
  clip(escapeHidden(JSON.stringify(line.subarray(0, 4 * EXCERPT).toString('utf8'))), EXCERPT);

/** The event of a line, or why the line is not an event. Bytes that are not UTF-8 become U+FFFD, as in names of files. */
function parseEvent(line: Buffer): GuardEvent | string {
  const value = parseJson(line.toString('utf8'));
  if (!isRecord(value)) return 'a line that is no event';
  const { event, ...fields } = value;
  if (typeof event !== 'string' || !Object.hasOwn(EVENTS, event)) return 'an unknown event';
  const rule: EventRule = EVENTS[event as keyof typeof EVENTS];
  const wrong =
    Object.keys(fields).find((key) => !Object.hasOwn(rule.fields, key)) ??
    Object.entries(rule.fields).find(([key, field]) => !isIn(field, fields[key]))?.[0] ??
    // A fact is a part of later orders, in which NUL would begin another word.
    Object.keys(fields).find((key) => event === 'fact' && `${fields[key]}`.includes('\0'));
  return wrong === undefined
    ? (value as unknown as GuardEvent)
    : `an event whose ${printableKey(wrong)} is not possible`;
}

const printableKey = (key: string): string => (/^[a-z]{1,16}$/.test(key) ? key : 'key');

function isIn(field: Field, value: unknown): boolean {
  if (value === undefined) return field.isOptional;
  if (field.kind === 'text') return typeof value === 'string';
  const { min = 0, max = 0 } = field;
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

const LINE_FEED = 0x0a;

/**
 * Cuts a stream into lines of at most `longest` bytes, without their ends, and holds no more than that. A longer one comes in
 * pieces that are not whole.
 */
function createLineCutter(longest: number, listener: (line: Buffer, isWhole: boolean) => void) {
  let rest = Buffer.alloc(0);
  let isCut = false;
  return (bytes: Buffer): void => {
    for (let start = 0; start < bytes.length; ) {
      const limit = start + longest + 1 - rest.length;
      const found = bytes.subarray(start, limit).indexOf(LINE_FEED);
      const end = found < 0 ? Math.min(bytes.length, limit) : start + found;
      const line =
        rest.length === 0 ? bytes.subarray(start, end) : Buffer.concat([rest, bytes.subarray(start, end)]);
      rest = Buffer.alloc(0);
      start = end + (found < 0 ? 0 : 1);
      if (found >= 0) {
        listener(line, !isCut);
        isCut = false;
      } else if (line.length > longest) {
        isCut = true;
        listener(line, false);
      } else {
        rest = Buffer.from(line); // a part of a large piece would keep all of it
      }
    }
  };
}
