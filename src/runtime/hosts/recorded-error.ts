/** Of a file that torch's `@record` wrote, as much as is read. */
const LONGEST = 65_536;

/**
 * The message of an error that a program recorded (torchelastic's error.json): `{"message": "…"}`, or
 * `{"message": {"message": "…", …}}`. Null where there is none. A file that was cut, as long ones are, still has its message.
 */
export function readRecordedError(text: string): string | null {
  const found = findMessage(parse(text));
  if (found !== null) return found;
  const start = START.exec(text.slice(0, LONGEST));
  return start === null ? null : readCutString(text.slice(start[0].length, LONGEST));
}

function parse(text: string): unknown {
  try {
    return text.length > LONGEST ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function findMessage(document: unknown): string | null {
  const message = messageOf(document);
  if (typeof message === 'string') return message;
  const inner = messageOf(message);
  return typeof inner === 'string' ? inner : null;
}

const messageOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'message' in value ? value.message : null;

/** As torch writes it: the message comes first. */
const START = /^\s*\{\s*"message"\s*:\s*(?:\{\s*"message"\s*:\s*)?"/;

/** Up to its end, or to where the file was cut. */
function readCutString(text: string): string | null {
  const content = /^(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt]))*/.exec(text)?.[0] ?? '';
  try {
    return JSON.parse(`"${content.replace(/\p{Cc}/gu, ' ')}"`) as string;
  } catch {
    return null;
  }
}
