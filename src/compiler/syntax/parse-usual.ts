import type { SourceFile } from '../source/source-file.ts';
import { findEnds } from './compose-yaml.ts';
import { type SourceNode, setOrigin } from './document.ts';
import { createLexemeReader, type Kind, type LexemeReader, UNUSUAL } from './lexeme-reader.ts';
import { MAX_DEPTH } from './limits.ts';
import type { Comment } from './read-ignores.ts';
import { readScalar, type ScalarNode } from './read-scalar.ts';

/**
 * Reads the forms that nearly every topology is made of: block and flow collections, plain and quoted scalars of one
 * line, comments. Null for everything else, and for every mistake: the full parser, which takes four times as long, then
 * has the word. Values and places are those that it would give.
 */
export function parseUsual(file: SourceFile, comments: Comment[]): { readonly value: unknown } | null {
  try {
    const reader = createLexemeReader(file.text, comments);
    reader.next();
    const { content } = readBlock({ file, reader }, -1, 1);
    return reader.kind === 'end' ? { value: content } : null;
  } catch (error) {
    if (error === UNUSUAL) return null;
    throw error;
  }
}

interface Context {
  readonly file: SourceFile;
  readonly reader: LexemeReader;
}

type Node = SourceNode & { readonly content: unknown };

/** A map or list that begins on a line of its own, to the right of the column `outer`. */
function readBlock(context: Context, outer: number, depth: number): Node {
  const { reader } = context;
  const { line, column } = reader;
  if (column <= outer) throw UNUSUAL; // nothing is there
  return reader.kind === '-'
    ? readBlockList(context, depth)
    : readBlockMap(context, { line, column, key: readScalar(reader) }, depth);
}

interface KeyAt {
  readonly line: number;
  readonly column: number;
  readonly key: ScalarNode;
}

/** The reader stands after the first key. */
function readBlockMap(context: Context, first: KeyAt, depth: number): Node {
  const { reader } = context;
  const { column } = first;
  const map = open({}, depth);
  let { line, key } = first;
  for (;;) {
    readColon(reader, line);
    const isBelow = reader.line > line;
    add(map, key, isBelow ? readBelowKey(context, column, depth) : readOnLine(context, column, depth));
    if (!goesOn(reader, column)) break;
    line = reader.line;
    key = readScalar(reader);
  }
  return closeBlock(context, map, first.key.start);
}

/** A list need not be indented below its key. */
const readBelowKey = (context: Context, column: number, depth: number): Node =>
  readBlock(context, context.reader.kind === '-' ? column - 1 : column, depth + 1);

/** A value that is not a block collection; the line must end after it. */
function readOnLine(context: Context, column: number, depth: number): Node {
  const node = readInline(context, column, depth);
  if (!context.reader.isFirst) throw UNUSUAL;
  return node;
}

function readBlockList(context: Context, depth: number): Node {
  const { reader } = context;
  const { start, column } = reader;
  const list = open([], depth);
  do {
    const { line } = reader;
    reader.next();
    const isBelow = reader.line > line;
    add(list, null, isBelow ? readBlock(context, column, depth + 1) : readItem(context, column, depth));
  } while (goesOn(reader, column) && reader.kind === '-');
  return closeBlock(context, list, start);
}

/** What stands on the line of its dash; a collection that begins there may go on below. */
function readItem(context: Context, outer: number, depth: number): Node {
  const { reader } = context;
  if (reader.kind === '-') return readBlockList(context, depth + 1);
  if (reader.kind !== 'plain' && reader.kind !== 'quoted') return readOnLine(context, outer, depth);
  const { line, column } = reader;
  const key = readScalar(reader);
  if ((reader.kind as Kind) === ':') return readBlockMap(context, { line, column, key }, depth + 1);
  if (!reader.isFirst) throw UNUSUAL;
  return key;
}

/** Whether the next line is one more entry in this column; to the right of it nothing may stand. */
function goesOn(reader: LexemeReader, column: number): boolean {
  if (reader.kind === 'end') return false;
  if (reader.column > column) throw UNUSUAL;
  return reader.column === column;
}

/** `column` is that of the block collection around it. */
const readInline = (context: Context, column: number, depth: number): Node =>
  context.reader.kind === '{' || context.reader.kind === '['
    ? readFlow(context, column, depth + 1)
    : readScalar(context.reader);

/** A collection in brackets, of which each line begins to the right of `column`. */
function readFlow(context: Context, column: number, depth: number): Node {
  const { reader } = context;
  const { start } = reader;
  const isMap = reader.kind === '{';
  const end = isMap ? '}' : ']';
  const collection = open(isMap ? {} : [], depth);
  reader.next();
  while (reader.kind !== end) {
    requireIndent(reader, column);
    const key = isMap ? readFlowKey(reader) : null;
    add(collection, key, readInline(context, column, depth));
    if (reader.hasComment) throw UNUSUAL;
    requireIndent(reader, column);
    if (reader.kind === ',') reader.next();
    else if (reader.kind !== end) throw UNUSUAL;
  }
  requireIndent(reader, column);
  const range = [start, reader.start + 1];
  reader.next();
  return close(context.file, { ...collection, range });
}

function readFlowKey(reader: LexemeReader): ScalarNode {
  const { line } = reader;
  const key = readScalar(reader);
  readColon(reader, line);
  if (reader.line > line) throw UNUSUAL;
  return key;
}

function requireIndent({ isFirst, column }: LexemeReader, outer: number): void {
  if (isFirst && column <= outer) throw UNUSUAL;
}

/** A key and its colon stand on one line. */
function readColon(reader: LexemeReader, line: number): void {
  if (reader.kind !== ':' || reader.line > line) throw UNUSUAL;
  reader.next();
}

interface Collection {
  readonly content: Record<string, unknown> | unknown[];
  readonly items: unknown[];
}

function open(content: Collection['content'], depth: number): Collection {
  if (depth > MAX_DEPTH) throw UNUSUAL;
  return { content, items: [] };
}

/** `key` is null in a list. */
function add({ content, items }: Collection, key: ScalarNode | null, value: Node): void {
  if (Array.isArray(content)) {
    content.push(value.content);
    items.push(value);
  } else if (key !== null) {
    const name = key.source;
    if (name === '<<' || name === '__proto__' || Object.hasOwn(content, name)) throw UNUSUAL;
    content[name] = value.content;
    items.push({ key, value });
  }
}

/** Only the full parser knows where a block collection ends, and only findings need it. */
const closeBlock = ({ file }: Context, { content, items }: Collection, start: number): Node =>
  close(file, {
    content,
    items,
    get range() {
      return [start, findEnds(file).get(start) ?? start];
    },
  });

function close(file: SourceFile, node: Collection & SourceNode): Node {
  setOrigin(node.content, file, node);
  return node;
}
