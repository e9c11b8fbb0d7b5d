import { type LexemeReader, UNUSUAL } from './lexeme-reader.ts';

/** A scalar of one line: its text without quotes, and what the text stands for. A million of them may be kept. */
export class ScalarNode {
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly value: unknown;

  constructor(start: number, end: number, source: string, value: unknown) {
    this.start = start;
    this.end = end;
    this.source = source;
    this.value = value;
  }

  get content(): unknown {
    return this.value;
  }

  get range(): readonly [start: number, end: number] {
    return [this.start, this.end];
  }
}

/** The longest key that the full parser takes has 1024 characters; what is near that is left to it. */
const MAX_LENGTH = 1000;

/** Reads the scalar at the reader and goes on after it; anything else is UNUSUAL. */
export function readScalar(reader: LexemeReader): ScalarNode {
  const { kind, text, start } = reader;
  const end = start + text.length;
  if (text.length > MAX_LENGTH || text.includes('\n')) throw UNUSUAL;
  reader.next();
  if (kind === 'plain') {
    if (text === '' || RESERVED.includes(text.charAt(0))) throw UNUSUAL;
    return new ScalarNode(start, end, text, resolvePlain(text));
  }
  if (kind !== 'quoted') throw UNUSUAL;
  const source = unquote(text);
  return new ScalarNode(start, end, source, source);
}

/** What no plain scalar begins with. */
const RESERVED = ',%|>@`\t';

function unquote(text: string): string {
  const quote = text.charAt(0);
  if (text.length < 2 || !text.endsWith(quote) || (quote === '"' && text.includes('\\'))) throw UNUSUAL;
  const inner = text.slice(1, -1);
  return quote === "'" ? inner.replaceAll("''", "'") : inner;
}

/** By YAML's core schema. Most texts are words: by their first letter they can be nothing else. */
function resolvePlain(text: string): unknown {
  if (!MAY_STAND.test(text)) return text;
  if (/^[-+]?[0-9]+$/.test(text)) return Number.parseInt(text, 10);
  if (FLOAT.test(text)) return Number.parseFloat(text);
  if (/^(?:[Tt]rue|TRUE)$/.test(text)) return true;
  if (/^(?:[Ff]alse|FALSE)$/.test(text)) return false;
  if (/^(?:~|[Nn]ull|NULL)$/.test(text)) return null;
  if (/^0[ox]|^[-+]?\./.test(text)) throw UNUSUAL; // other bases, infinity: these are rare
  return text;
}

const MAY_STAND = /^[-+.~0-9tTfFnN]/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+)$/;
