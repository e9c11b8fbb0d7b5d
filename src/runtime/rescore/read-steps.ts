import { readFileSync, statSync } from 'node:fs';

/** One step of a rank, as it reported it. */
export interface StepRecord {
  readonly step: number;
  /** What the rank itself took, without the time that it waited for others. */
  readonly seconds: number;
  readonly samples: number;
}

export interface StepFile {
  readonly records: readonly StepRecord[];
  /** The lines, from 1, that are no records. */
  readonly unread: readonly number[];
}

/** A step a second for two months has 300 MB. */
const MAX_BYTES = 400 * 1024 * 1024;

/** The records of a rank's file; null where there is none, as on another machine of the run. */
export function readSteps(path: string): StepFile | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isFile() || stat.size > MAX_BYTES)
    throw new Error(`it is no file, or larger than ${MAX_BYTES >> 20} MiB`);
  return parseSteps(readFileSync(path, 'utf8'));
}

export function parseSteps(text: string): StepFile {
  const records: StepRecord[] = [];
  const unread: number[] = [];
  const lines = text.split('\n');
  // Whoever is killed while it writes leaves a piece of a line.
  lines.pop();
  for (const [index, line] of lines.entries()) {
    const record = parseRecord(line);
    if (record === null) unread.push(index + 1);
    else records.push(record);
  }
  return { records, unread };
}

function parseRecord(line: string): StepRecord | null {
  try {
    const { step = 0, seconds, samples = 0 } = JSON.parse(line);
    const isSound =
      Number.isFinite(seconds) && seconds > 0 && Number.isSafeInteger(step) && Number.isSafeInteger(samples);
    return isSound && samples >= 0 ? { step, seconds, samples } : null;
  } catch {
    return null;
  }
}
