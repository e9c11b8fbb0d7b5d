import { fstatSync, readSync } from 'node:fs';
import { cutLines } from '../driver/driver-session.ts';
import { parseJson, withFile } from '../try-read.ts';

/** The steps of a rank as it reported them: one entry of each list is a step. */
export interface StepRecords {
  readonly steps: readonly number[];
  /** What the rank itself took, without the time that it waited for others. */
  readonly seconds: readonly number[];
  readonly samples: readonly number[];
}

export interface StepFile {
  readonly records: StepRecords;
  /** The lines that are no records: how many, and the first one, from 1. */
  readonly unread: { readonly count: number; readonly first: number };
  /** How many records do not say how many samples they are about. */
  readonly unsized: number;
}

/** A step a second for two months has 300 MB. */
const MAX_BYTES = 400 * 1024 * 1024;

const CHUNK_BYTES = 1 << 20;

/** No record has more characters; a longer line is cut, and is not a record. */
const LONGEST_LINE = 4096;

/** The records of a rank's file. */
export const readSteps = (path: string, share: number | null): StepFile =>
  withFile(path, 'r', (descriptor) => {
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || stat.size > MAX_BYTES)
      throw new Error(`it is no file, or larger than ${MAX_BYTES >> 20} MiB`);
    return parseSteps(readChunks(descriptor), share);
  });

function* readChunks(descriptor: number): Iterable<string> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let size = readSync(descriptor, buffer); size > 0; size = readSync(descriptor, buffer))
    yield buffer.toString('latin1', 0, size);
}

/**
 * Records that do not say how many samples they are about have the rank's share; those without a number are counted. A
 * process that is killed while it writes leaves an incomplete line, which is none.
 */
export function parseSteps(chunks: Iterable<string>, share: number | null): StepFile {
  const [steps, seconds, samples]: [number[], number[], number[]] = [[], [], []];
  let [line, first, unread, unsized] = [0, 0, 0, 0];
  const cut = cutLines((text) => {
    line++;
    const record = parseRecord(text.slice(0, LONGEST_LINE));
    if (record === null) {
      if (unread++ === 0) first = line;
      return;
    }
    if (record.samples === null) unsized++;
    steps.push(record.step ?? steps.length);
    seconds.push(record.seconds);
    samples.push(record.samples ?? share ?? 0);
  }, LONGEST_LINE);
  for (const chunk of chunks) cut(chunk);
  return { records: { steps, seconds, samples }, unread: { count: unread, first }, unsized };
}

interface Line {
  readonly step: number | null;
  readonly seconds: number;
  readonly samples: number | null;
}

function parseRecord(text: string): Line | null {
  const { step = null, seconds = 0, samples = null } = (parseJson(text) ?? {}) as Partial<Line>;
  const isCount = (value: unknown) => value === null || Number.isSafeInteger(value);
  const isSound = Number.isFinite(seconds) && seconds > 0 && isCount(step) && isCount(samples);
  return isSound && (samples ?? 0) >= 0 ? { step, seconds, samples } : null;
}
