import { CST, Lexer } from 'yaml';
import { MAX_TOKENS } from './limits.ts';
import { type Comment, isIgnore } from './read-ignores.ts';

/** The kinds of lexemes of the usual forms; blanks, comments and line ends are not lexemes. */
export type Kind = '-' | ':' | ',' | '[' | ']' | '{' | '}' | 'plain' | 'quoted' | 'end';

/** Thrown for everything that does not have one of the usual forms. */
export const UNUSUAL = new Error('the full parser must read this');

/** The lexeme that comes next, and how it stands on its line. */
export interface LexemeReader {
  kind: Kind;
  text: string;
  start: number;
  line: number;
  column: number;
  /** Whether only blanks stand before it on its line. */
  isFirst: boolean;
  /** Whether a comment stands between it and the lexeme before it. */
  hasComment: boolean;
  next(): void;
}

/**
 * Reads the YAML lexer's lexemes one by one; `next` throws UNUSUAL at tabs, properties, marks of documents and the like.
 * Comments that leave warnings out go into `comments`.
 */
export function createLexemeReader(text: string, comments: Comment[]): LexemeReader {
  const lexemes = new Lexer().lex(text);
  let count = 0;
  let offset = 0;
  let column = 0;
  let isFirst = true;
  let hasBlank = true;
  const read = (): string | null => {
    if (++count > MAX_TOKENS) throw UNUSUAL;
    const { done, value } = lexemes.next();
    return done === true ? null : value;
  };
  const take = (text: string) => {
    offset += text.length;
    column += text.length;
  };

  /** What does not count; false if `text` does. */
  function skip(text: string): boolean {
    switch (text.charCodeAt(0)) {
      case BLANK:
        if (text.includes('\t')) throw UNUSUAL;
        hasBlank = true;
        take(text);
        return true;
      case LINE_FEED:
      case CARRIAGE_RETURN:
        if (text !== '\n' && text !== '\r\n') throw UNUSUAL;
        take(text);
        column = 0;
        isFirst = true;
        hasBlank = true;
        reader.line++;
        return true;
      case HASH:
        if (!hasBlank) throw UNUSUAL;
        reader.hasComment = true;
        if (isIgnore(text)) comments.push({ offset, text });
        take(text);
        return true;
      default:
        // The mark of a document stands before its first lexeme.
        return text === DOCUMENT && reader.kind === 'end';
    }
  }

  function set(kind: Kind, text: string): void {
    reader.kind = kind;
    reader.text = text;
    reader.start = offset;
    reader.column = column;
    reader.isFirst = isFirst;
    isFirst = false;
    hasBlank = false;
    take(text);
  }

  const reader: LexemeReader = {
    kind: 'end',
    text: '',
    start: 0,
    line: 0,
    column: 0,
    isFirst: true,
    hasComment: false,
    next() {
      reader.hasComment = false;
      let text = read();
      while (text !== null && skip(text)) text = read();
      if (text === null) set('end', '');
      else if (text === SCALAR) set('plain', read() ?? '');
      else if (text[0] === '"' || text[0] === "'") set('quoted', text);
      else if (text.length === 1 && INDICATORS.includes(text)) set(text as Kind, text);
      else throw UNUSUAL;
    },
  };
  return reader;
}

const [BLANK, LINE_FEED, CARRIAGE_RETURN, HASH] = [0x20, 0x0a, 0x0d, 0x23];
const { DOCUMENT, SCALAR } = CST;
const INDICATORS = '-:,[]{}';
