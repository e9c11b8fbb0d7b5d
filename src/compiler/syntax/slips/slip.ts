/** What was most likely meant: where it went wrong, what to do, and the edit itself, so that it can be tried. */
export interface Slip {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help: string;
  readonly edit: { readonly start: number; readonly end: number; readonly text: string };
  /** Nothing else can have been meant, if the edited text is a sound document. */
  readonly isPlain?: true;
  /** It closes what swallowed the rest: where the parser then stumbles may lie before where it gave up. */
  readonly closes?: true;
}

export interface Line {
  readonly start: number;
  /** Before the line break. */
  readonly end: number;
  /** Its beginning: a line of megabytes is no slip of a hand. */
  readonly text: string;
  /** Nothing but white space or a comment. */
  readonly isBlank: boolean;
}

/** A text that does not parse, up to a little after the place where the parser gave up. */
export interface Broken {
  readonly text: string;
  readonly at: number;
  readonly lines: readonly Line[];
  /** Which line `at` is on, from 0. */
  readonly line: number;
  readonly lexemes: readonly Lexeme[];
}

export interface Lexeme {
  readonly start: number;
  readonly text: string;
}

const MAX_LINE = 2000;

export function splitLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start);
    const stop = next < 0 ? text.length : next;
    const end = text[stop - 1] === '\r' && stop > start ? stop - 1 : stop;
    const shown = text.slice(start, Math.min(end, start + MAX_LINE));
    lines.push({ start, end, text: shown, isBlank: /^\s*(#|$)/.test(shown) });
    start = stop + 1;
  }
  return lines;
}

/** The lines about the problem that say something: its own, then the one before it, then the one after it. */
export function nearLines({ lines, line }: Broken): readonly Line[] {
  const find = (from: number, step: number): Line | undefined => {
    let index = from;
    while (lines[index]?.isBlank === true) index += step;
    return lines[index];
  };
  return [lines[line], find(line - 1, -1), find(line + 1, 1)].filter(
    (found): found is Line => found !== undefined && !found.isBlank,
  );
}

export const withoutComment = (value: string): string => value.replace(/(?:^|\s+)#.*$/, '').trimEnd();

export const apply = (text: string, { start, end, text: written }: Slip['edit']): string =>
  text.slice(0, start) + written + text.slice(end);
