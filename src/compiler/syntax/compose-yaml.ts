import { Composer, type CST, type Document, Lexer, Parser, visit } from 'yaml';
import { remember } from '../source/remember.ts';
import type { SourceFile } from '../source/source-file.ts';
import { MAX_DEPTH } from './limits.ts';

/** Whether the collections that the parser has open nest too deep; the document and a scalar stand on its stack, too. */
export const isTooDeep = ({ stack }: Parser): boolean => stack.length > MAX_DEPTH + 2;

/**
 * Runs the parser, which is iterative, over all lexemes. `isRefused` sees each lexeme when the parser has taken it; null
 * where it says yes.
 */
export function tokenize(
  text: string,
  isRefused: (lexeme: string, parser: Parser) => boolean = () => false,
): CST.Token[] | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  // `%YAML 1.1` would turn 12:00:00 into a number and `no` into false: a topology is YAML 1.2, whatever it says.
  const keep = (token: CST.Token) => {
    if (token.type !== 'directive') tokens.push(token);
  };
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) keep(token);
    if (isRefused(lexeme, parser)) return null;
  }
  for (const token of parser.end()) keep(token);
  return tokens;
}

/** Composes documents one by one; the library's own check for equal keys is quadratic. */
export const compose = (tokens: Iterable<CST.Token>, { text }: SourceFile): Iterable<Document.Parsed> =>
  new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' }).compose(
    tokens,
    true,
    text.length,
  );

/** Where the maps and lists of a text end, by their starts. */
export const findEnds = remember((file: SourceFile): ReadonlyMap<number, number> => {
  const ends = new Map<number, number>();
  const [document] = compose(tokenize(file.text) ?? [], file);
  visit(document as Document.Parsed, {
    Collection: (_, { range }) => void ends.set(range?.[0] ?? 0, range?.[1] ?? 0),
  });
  return ends;
}, new WeakMap());
