/** Of a file that torch's `@record` wrote, as much as is read. */
const LONGEST = 65_536;

/** As torch writes it: `{"message": "…"}`, or `{"message": {"message": "…", …}}`. */
const START = /^\s*\{\s*"message"\s*:\s*(?:\{\s*"message"\s*:\s*)?"/;

/**
 * The message of an error that a program recorded (torchelastic's error.json), which comes first in the file; null where there
 * is none. It may end where the file was cut, as long ones are.
 */
export function readRecordedError(text: string): string | null {
  const start = START.exec(text.slice(0, LONGEST));
  if (start === null) return null;
  const rest = text.slice(start[0].length, LONGEST);
  const content = /^(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt]))*/.exec(rest)?.[0] ?? '';
  return JSON.parse(`"${content.replace(/\p{Cc}/gu, ' ')}"`) as string;
}
