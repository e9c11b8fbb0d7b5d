import { type Broken, type Lexeme, type Slip, withoutComment } from './slip.ts';

/** A quote that opens at the start of a value and closes on no line, or on another: it may belong at the end of its own. */
export function* findQuoteSlips({ text, at, lexemes, lines }: Broken): Generator<Slip> {
  // A text with a comma in it may end by mistake at the quote that begins the next text.
  const isOpen = ({ start, text: lexeme }: Lexeme): boolean =>
    /^["']/.test(lexeme) &&
    start <= at &&
    (!isClosedOnLine(lexeme) || (/,\s/.test(lexeme) && at - start < MAX_REACH));
  for (const { start } of lexemes.filter(isOpen).slice(-MAX_OPEN)) {
    const line = lines.findLast((candidate) => candidate.start <= start);
    if (line === undefined) continue;
    yield* closeQuotes(text, start, line.end);
  }
}

const MAX_OPEN = 4;
const MAX_REACH = 1000;
const isClosedOnLine = (lexeme: string): boolean =>
  !lexeme.includes('\n') && lexeme.length > 1 && lexeme.endsWith(lexeme[0] ?? '');

function* closeQuotes(text: string, start: number, end: number): Generator<Slip> {
  const sign = text[start] ?? '"';
  const value = withoutComment(text.slice(start + 1, Math.min(end, start + 2000)));
  // At the end of the line, or before the brackets and commas that most likely stand after the text.
  const ends = [value.search(/[\s,\]}]*$/), value.search(/,\s|[\]},\s]*$/), value.length];
  for (const length of new Set(ends.filter((found) => found > 0))) {
    const at = start + 1 + length;
    const message = 'the quote that opens here is not closed';
    const help = `write \`${sign}\` at the end of the text: ${shorten(text.slice(start, at))}${sign}`;
    yield { start, end: start + 1, message, help, edit: { start: at, end: at, text: sign }, closes: true };
  }
}

const shorten = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 20)} … ${text.slice(-20)}` : text;
