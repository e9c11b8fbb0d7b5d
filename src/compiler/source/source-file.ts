import { remember } from './remember.ts';

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
export function positionAt(file: SourceFile, offset: number) {
  const at = Math.min(Math.max(offset, 0), file.text.length);
  const line = lineAt(file, at);
  const start = lineStarts(file)[line - 1] ?? 0;
  const column = at - start - (pairsBefore(file, at) - pairsBefore(file, start)) + 1;
  return { line, column, offset: at };
}

/** The line of an offset, from 1. */
export function lineAt(file: SourceFile, at: number): number {
  return countWhile(lineStarts(file), (start) => start <= at);
}

/** Surrogate pairs that end before an offset. A line may have megabytes and many findings: it is not read for each. */
function pairsBefore(file: SourceFile, at: number): number {
  return countWhile(secondHalves(file), (half) => half < at);
}

/** The number of items at the start for which the test is true; it is false for all later ones. */
export function countWhile<T>(items: readonly T[], isSuch: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSuch(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
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

/** The offset where a line, from 1, ends: that of its line break, if it has one. */
export function lineEnd(file: SourceFile, line: number): number {
  const next = lineStarts(file)[line];
  if (next === undefined) return file.text.length;
  return file.text[next - 2] === '\r' ? next - 2 : next - 1;
}

export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const lineStarts = remember(({ text }: SourceFile): readonly number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}, new WeakMap());

/** Where the second halves of surrogate pairs stand. */
const secondHalves = remember(
  ({ text }: SourceFile): readonly number[] =>
    Array.from(text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g), ({ index }) => index + 1),
  new WeakMap(),
);
