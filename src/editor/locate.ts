import type { CompletionItem } from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type CST, Lexer, Parser } from 'yaml';
import type { Compilation } from '../compiler/compile.ts';
import { isTooDeep } from '../compiler/syntax/limits.ts';
import { findSchema, type Path, type Schema } from '../compiler/syntax/schema-path.ts';
import { topologySchema } from '../generated/schemas.ts';

/** The position of a cursor in the structure of a text, also of an incomplete text. */
export interface Place {
  /** `key`: the name of an entry of the map at `path`. `value`: what stands at `path`, or will. */
  readonly kind: 'key' | 'value';
  readonly path: Path;
  /** The word at the cursor, without its quotes. */
  readonly start: number;
  readonly end: number;
  readonly word: string;
  /** What of it stands before the cursor. */
  readonly typed: string;
  /** The other keys of the map. */
  readonly siblings: readonly string[];
  /** Whether a colon follows already. */
  readonly hasColon: boolean;
  readonly isQuoted: boolean;
  /** Whether the word is inside of `{ }` or `[ ]`. */
  readonly isFlow: boolean;
}

/** What a cursor waits for must take no longer than a moment; such texts are written by programs. */
const MAX_PREFIX = 1024 * 1024;

/** A text that can replace any key or value. */
const STAND_IN = 'x';

/**
 * The parser itself says where it is when it has read the text before the word, and one word more. What comes after is
 * not read, so that it need not be whole. Null in a comment, and in texts of megabytes.
 */
export function locate(text: string, offset: number): Place | null {
  const { start, isQuoted, isComment } = findWord(text, offset);
  if (isComment || start > MAX_PREFIX) return null;
  const end =
    offset + ((isQuoted ? IN_QUOTES : REST).exec(text.slice(offset, offset + 512))?.[0].length ?? 0);
  const stack = readUpTo(`${text.slice(0, isQuoted ? start - 1 : start)}${STAND_IN}`);
  if (stack === null) return null;
  const hasColon = /^["']?[ \t]*:(?:[ \t\r\n]|$)/.test(text.slice(end, end + 64));
  const word = text.slice(start, end).trimEnd();
  const typed = text.slice(start, offset);
  const isFlow = stack.some(({ type }) => type === 'flow-collection');
  const common = { start, end, word, typed, hasColon, isQuoted, isFlow };
  const { path, siblings } = readStack(stack);
  if (siblings === null && !hasColon) return { ...common, kind: 'value', path, siblings: [] };
  return { ...common, kind: 'key', path, siblings: [...(siblings ?? []), ...keysBehind(text, common)] };
}

const IN_QUOTES = /^[^"'\r\n]*/;
const REST = /^(?:[^\s"'{}[\],#:]|:(?=[^\s"'{}[\],#]))*/;

/** The text that may come before a word on its line. */
const LEAD = /^\s*(?:- +)*|[{[,]\s*|:\s+/g;

function findWord(text: string, offset: number) {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(Math.max(lineStart, offset - 4096), offset);
  const base = offset - line.length;
  for (const quote of ['"', "'"])
    if (line.split(quote).length % 2 === 0)
      return { start: base + line.lastIndexOf(quote) + 1, isQuoted: true, isComment: false };
  let start = base;
  for (const { index, 0: lead } of line.matchAll(LEAD)) start = base + index + lead.length;
  return { start, isQuoted: false, isComment: /(?:^|\s)#/.test(line) };
}

/** Null if it nests deeper than a topology may. */
function readUpTo(prefix: string): readonly CST.Token[] | null {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(prefix)) {
    for (const _ of parser.next(lexeme));
    if (isTooDeep(parser)) return null;
  }
  return parser.stack;
}

/** Siblings are null if the stand-in is a value. */
function readStack(stack: readonly CST.Token[]): { path: Path; siblings: string[] | null } {
  const path: (string | number)[] = [];
  for (const token of stack) {
    if (token.type === 'block-seq') path.push(placeInList(token));
    if (token.type !== 'block-map' && token.type !== 'flow-collection') continue;
    if (token.type === 'flow-collection' && token.start.source === '[') {
      path.push(placeInList(token));
      continue;
    }
    const last = token.items.at(-1);
    const isValue = last?.sep?.some(({ type }) => type === 'map-value-ind') === true;
    if (!isValue) return { path, siblings: token.items.slice(0, -1).map(({ key }) => textOf(key)) };
    path.push(textOf(last.key));
  }
  return { path, siblings: null };
}

/** A list of braces gets its first item when that is whole. */
const placeInList = ({ items }: CST.BlockSequence | CST.FlowCollection): number =>
  Math.max(0, items.length - 1);

function textOf(token: CST.Token | null | undefined): string {
  const source = token !== null && token !== undefined && 'source' in token ? token.source : '';
  return source.replace(/^(["'])(.*)\1$/, '$2');
}

/** Keys of the same map that stand after the word; of a long map the first. */
function keysBehind(text: string, { start, end, isFlow }: Pick<Place, 'start' | 'end' | 'isFlow'>): string[] {
  const behind = text.slice(end, end + 16_384);
  if (isFlow) {
    const inside = /^(?:[^{}[\]]|\{[^{}]*\}|\[[^[\]]*\])*/.exec(behind)?.[0] ?? '';
    return [...inside.matchAll(/,\s*["']?([\w.-]+)["']?\s*:/g)].map(([, key = '']) => key);
  }
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const keys: string[] = [];
  for (const line of behind.split('\n').slice(1)) {
    const indent = line.search(/\S/);
    if (indent < 0 || indent > column) continue;
    const key = /^["']?([\w.-]+)["']?\s*:/.exec(line.slice(indent))?.[1];
    if (indent < column || key === undefined) break;
    keys.push(key);
  }
  return keys;
}

export const schemaAt = (path: Path): Schema | null => findSchema(topologySchema, path);

/** The subject of an editor's request: a position in a text, and what is known of the text. */
export interface Request {
  readonly document: TextDocument;
  readonly offset: number;
  /** The compilation of exactly this text; null if the text is new and takes long to compile. */
  readonly compilation: Compilation | null;
  /** The last good compilation: while a line is half written, it still has the hosts and models. */
  readonly known: () => Compilation;
}

/** An item of a completion without its edit, which puts `text` in the place of what was typed. */
export type Offer = Omit<CompletionItem, 'textEdit' | 'sortText' | 'filterText'> & { readonly text: string };
