import { HIDDEN } from '../source/printable.ts';
import type { SourceFile } from '../source/source-file.ts';
import { type SourceNode, setOrigin } from './document.ts';
import { MAX_DEPTH, MAX_TOKENS } from './limits.ts';

interface JsonNode extends SourceNode {
  readonly range: readonly [number, number];
  readonly value: unknown;
}

/**
 * Parses a JSON text with the place of every value, or returns null when it is not plain JSON with unique keys: the
 * YAML parser, a hundred times slower on JSON, then says what is wrong with it.
 */
export function parseJson(file: SourceFile): { readonly value: unknown } | null {
  const { text } = file;
  // Strings are found by hand: a pattern for them overflows the stack on one of some megabytes.
  const tokens =
    /[ \t\r\n]*(["[\]{}:,]|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;
  let start = 0;
  let token = '';
  let count = 0;

  function next(): string {
    token = ++count > MAX_TOKENS ? '' : (tokens.exec(text)?.[1] ?? '');
    if (token === '') throw NOT_JSON;
    start = tokens.lastIndex - token.length;
    if (token === '"') {
      const end = findStringEnd(text, start);
      token = text.slice(start, end);
      tokens.lastIndex = end;
    }
    return token;
  }

  function parseValue(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw NOT_JSON;
    if (token === '{') return parseObject(depth);
    if (token === '[') return parseArray(depth);
    if ('}]:,'.includes(token)) throw NOT_JSON;
    const value: unknown = JSON.parse(token);
    // Such text is reported by the YAML parser.
    if (token.includes('\\') && HIDDEN.test(value as string)) throw NOT_JSON;
    return { range: [start, start + token.length], value, source: typeof value === 'string' ? value : token };
  }

  function parseMembers(end: string, parseMember: () => void): void {
    for (let first = true; next() !== end || !first; first = false) {
      parseMember();
      if (next() === end) break;
      if (token !== ',') throw NOT_JSON;
    }
  }

  function parseObject(depth: number): JsonNode {
    const from = start;
    const value: Record<string, unknown> = {};
    const items: { key: JsonNode; value: JsonNode }[] = [];
    parseMembers('}', () => {
      if (!token.startsWith('"')) throw NOT_JSON;
      const key = parseValue(depth);
      const name = key.value as string;
      if (name === '__proto__' || Object.hasOwn(value, name) || next() !== ':') throw NOT_JSON;
      next();
      const item = parseValue(depth + 1);
      value[name] = item.value;
      items.push({ key, value: item });
    });
    return close(from, value, items);
  }

  function parseArray(depth: number): JsonNode {
    const from = start;
    const items: JsonNode[] = [];
    parseMembers(']', () => items.push(parseValue(depth + 1)));
    const value = items.map((item) => item.value);
    return close(from, value, items);
  }

  function close(from: number, value: object, items: readonly unknown[]): JsonNode {
    const node: JsonNode = { range: [from, start + 1], value, items };
    setOrigin(value, file, node);
    return node;
  }

  try {
    next();
    const { value } = parseValue(1);
    return text.slice(tokens.lastIndex).trim() === '' ? { value } : null;
  } catch (error) {
    if (error === NOT_JSON || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The offset after the quote that ends the string which starts at `start`; the end of the text where none does. */
export function findStringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

const NOT_JSON = new Error('not JSON');
