/** A text with the name the user gave it; every place in a diagnostic refers to one. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** A half-open range of UTF-16 offsets. Line and column are derived late: few spans are ever shown. */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** `line` and `column` from 1, the column in code points; `offset` in UTF-16 units from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

const lineStartsOf = new WeakMap<SourceFile, readonly number[]>();

export function positionAt(file: SourceFile, offset: number): Position {
  const at = Math.min(Math.max(offset, 0), file.text.length);
  const line = lineAt(file, at);
  const column = codePoints(file.text.slice(lineStarts(file)[line - 1] ?? 0, at)) + 1;
  return { line, column, offset: at };
}

/** The line of an offset, from 1. */
export function lineAt(file: SourceFile, at: number): number {
  const starts = lineStarts(file);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** Whether only blanks stand before an offset on its line. */
export function isFirstOnLine(file: SourceFile, at: number): boolean {
  const start = lineStarts(file)[lineAt(file, at) - 1] ?? 0;
  return file.text.slice(start, at).trim() === '';
}

/** Whether a line, from 1, begins with `#`. */
export function isCommentLine(file: SourceFile, line: number): boolean {
  COMMENT.lastIndex = lineStarts(file)[line - 1] ?? file.text.length;
  return COMMENT.test(file.text);
}

const COMMENT = /[ \t]*#/y;

/** The text of a line, from 1, without its end. */
export function lineText(file: SourceFile, line: number): string {
  const starts = lineStarts(file);
  const start = starts[line - 1] ?? file.text.length;
  const end = starts[line] ?? file.text.length;
  return file.text.slice(start, end).replace(/\r?\n$/, '');
}

export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function lineStarts(file: SourceFile): readonly number[] {
  let starts = lineStartsOf.get(file);
  if (starts === undefined) {
    const found = [0];
    for (let at = file.text.indexOf('\n'); at >= 0; at = file.text.indexOf('\n', at + 1)) found.push(at + 1);
    starts = found;
    lineStartsOf.set(file, starts);
  }
  return starts;
}
