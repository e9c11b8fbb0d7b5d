import { type Broken, type Lexeme, nearLines, quote, type Slip, splitEntry, withoutComment } from './slip.ts';

/** Quotes that are not closed, text behind one that is, and escapes. */
export function* findQuoteSlips(broken: Broken): Generator<Slip> {
  yield* findEscapes(broken);
  yield* findOpenQuotes(broken);
  yield* findInnerQuotes(broken);
}

/** What may follow a backslash in double quotes. */
const ESCAPE = /\\(?:[0abt\tnvfre "/\\N_LP\r\n]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})|\\(.?)/gu;

function* findEscapes({ code, at, text, lexemes }: Broken): Generator<Slip> {
  if (code !== 'BAD_DQ_ESCAPE') return;
  const scalar = lexemes.findLast(({ start, text: { length } }) => start <= at && at < start + length);
  if (scalar === undefined) return;
  const escaped = text.slice(at, at + 2);
  const isLiteral = /[$'`]/.test(escaped[1] ?? '');
  yield {
    start: at,
    end: at + escaped.length,
    message: `\`${escaped}\` is no escape of YAML`,
    help: isLiteral
      ? `write \`${escaped[1]}\` alone: nothing expands in it`
      : `write \`\\${escaped}\` for a backslash, or put the text into single quotes`,
    edit: {
      start: scalar.start,
      end: scalar.start + scalar.text.length,
      text: scalar.text.replace(ESCAPE, (whole, wrong?: string) =>
        wrong === undefined ? whole : /[$'`]/.test(wrong) ? wrong : `\\${whole}`,
      ),
    },
  };
}

/** A quote that opens at the start of a value and closes on no line, or on another: it may belong at the end of its own. */
function* findOpenQuotes({ text, at, lexemes, lines }: Broken): Generator<Slip> {
  // One with a comma in it may have taken the beginning of the next text for its own end.
  const isOpen = ({ start, text: lexeme }: Lexeme): boolean =>
    start <= at && (!isClosedOnLine(lexeme) || (/,\s/.test(lexeme) && at - start < MAX_REACH));
  const open = lexemes.filter((lexeme) => isQuoted(lexeme) && isOpen(lexeme));
  for (const { start } of open.slice(-MAX_OPEN)) {
    const line = lines.findLast((candidate) => candidate.start <= start);
    if (line === undefined) continue;
    yield* closeQuotes(text, start, line.end);
    // The quote before it on its line may be the one that lacks its end, and this one an end that opens.
    const before = lexemes.filter(
      (found) => found.start >= line.start && found.start < start && isQuoted(found),
    );
    for (const found of before) yield* closeQuotes(text, found.start, found.start + found.text.length - 1);
  }
}

const MAX_OPEN = 4;
const MAX_REACH = 1000;
const isQuoted = ({ text }: Lexeme): boolean => /^["']/.test(text);
const isClosedOnLine = (lexeme: string): boolean =>
  !lexeme.includes('\n') && lexeme.length > 1 && lexeme.endsWith(lexeme[0] ?? '');

function* closeQuotes(text: string, start: number, end: number): Generator<Slip> {
  const sign = text[start] ?? '"';
  const rest = text.slice(start + 1, Math.min(end, start + 2000));
  const value = withoutComment(rest);
  // At the end of the line, or before the brackets and commas that most likely stand behind the text.
  const ends = [value.search(/[\s,\]}]*$/), value.search(/,\s|[\]},\s]*$/), value.length];
  for (const length of new Set(ends.filter((found) => found > 0))) {
    const at = start + 1 + length;
    yield {
      start,
      end: start + 1,
      message: `the quote that opens here is not closed`,
      help: `write \`${sign}\` at the end of the text: ${shorten(text.slice(start, at))}${sign}`,
      edit: { start: at, end: at, text: sign },
      closes: true,
    };
  }
}

const shorten = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 20)} … ${text.slice(-20)}` : text;

/** `"say "hi" now"`, `'don't'`, `"train" x`: what stands behind the quote that closes. */
function* findInnerQuotes(broken: Broken): Generator<Slip> {
  const { at, lines, line, code } = broken;
  if (code !== 'UNEXPECTED_TOKEN') return;
  const entry = lines[line];
  const match = entry && /^\s*(?:-\s+)*(?:[\w.-]+:\s+)?(["'])(.*)$/.exec(entry.text);
  if (entry === undefined || match == null) return;
  const value = withoutComment(`${match[1]}${match[2] ?? ''}`);
  const start = entry.start + entry.text.length - (match[2] ?? '').length - 1;
  if (at <= start) return;
  const sign = match[1] ?? '';
  const inner = value.endsWith(sign) ? value.slice(1, -1) : value;
  const isInside = value.endsWith(sign);
  const written = isInside ? quoteAgain(inner, sign) : quote(value);
  yield {
    start: at,
    end: Math.max(at + 1, start + value.length),
    message: isInside
      ? `the quote before this text has closed the value`
      : 'text follows the quote that closes the value',
    help: `write it as ${shorten(written)}`,
    edit: { start, end: start + value.length, text: written },
  };
}

const quoteAgain = (inner: string, sign: string): string =>
  sign === '"' ? `"${inner.replace(/\\?"/g, '\\"')}"` : `'${inner.replace(/\\?'+/g, "''")}'`;

/** Values that begin with a sign that means something to YAML, and were meant as text. */
export function* findSigns(broken: Broken): Generator<Slip> {
  for (const line of nearLines(broken).slice(0, 2)) {
    const entry = splitEntry(line);
    const item = /^(\s*(?:-\s+)+)(.*)$/.exec(line.text);
    const value = entry?.value ?? withoutComment(item?.[2] ?? '');
    const at =
      entry === null ? (item?.[1] ?? '').length : entry.lead.length + entry.key.length + 1 + entry.gap.length;
    const start = line.start + at;
    // What also closes is a list or a map, with something wrong in it.
    if (!/^(?:[@`%*&!|>]|\{(?!.*\}$)|\[(?!.*\]$))/.test(value)) continue;
    yield {
      start,
      end: start + value.length,
      message: `a value cannot begin with ${nameOf(value)} without quotes`,
      help: `quote it: ${shorten(quote(value))}`,
      edit: { start, end: start + value.length, text: quote(value) },
    };
  }
}

const nameOf = (value: string): string => (value[0] === '`' ? 'a backquote' : `\`${value[0]}\``);
