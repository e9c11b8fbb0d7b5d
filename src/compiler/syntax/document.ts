import { remember } from '../source/remember.ts';
import type { SourceFile, Span } from '../source/source-file.ts';

/** What a parser leaves behind for each scalar, map and list; offsets only, so that it costs next to nothing. */
export interface SourceNode {
  readonly range?: readonly number[] | null | undefined;
  /** A scalar's decoded text: `010` stays `010`. */
  readonly source?: string | undefined;
  readonly value?: unknown;
  readonly items?: readonly unknown[];
}

interface SourcePair {
  readonly key: SourceNode;
  readonly value: SourceNode | null;
}

const ORIGIN = Symbol('origin');

interface Origin {
  readonly file: SourceFile;
  readonly node: SourceNode;
}

/** A plain object or array of the document, which remembers where it was written. */
export type Container = object;

/** Marks `container` as written at `node`. A symbol is invisible to the validator and to JSON. */
export function setOrigin(container: Container, file: SourceFile, node: SourceNode): void {
  (container as { [ORIGIN]?: Origin })[ORIGIN] = { file, node };
}

/** Whether it may have places: of maps and lists, what `JSON.parse` makes has none. */
export const isPlaced = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || ORIGIN in value;

export function containerSpan(container: Container): Span {
  const { file, node } = origin(container);
  return rangeSpan(file, node);
}

/** Where the value of `key` was written; the key itself when it has no value. */
export function valueSpan(container: Container, key: string | number): Span {
  const { file, node } = origin(container);
  if (typeof key === 'number') return rangeSpan(file, (node.items?.[key] as SourceNode | undefined) ?? node);
  const pair = findPair(node, key);
  return pair === undefined
    ? containerSpan(container)
    : rangeSpan(file, hasExtent(pair.value) ? pair.value : pair.key);
}

export function keySpan(container: Container, key: string): Span {
  const { file, node } = origin(container);
  return rangeSpan(file, findPair(node, key)?.key ?? node);
}

/** The place of a map that lacks something: its first key, or all of it where it has none. */
export function firstKeySpan(map: Container): Span {
  const { file, node } = origin(map);
  const [first] = node.items as readonly SourcePair[];
  return rangeSpan(file, first?.key ?? node);
}

/** One key of a map with the text of its scalar as written, and where that is. */
export interface TextEntry {
  readonly key: string;
  readonly text: string;
  readonly keySpan: () => Span;
  readonly valueSpan: () => Span;
}

/** The entries of a map of scalars, in the order written. */
export function textEntries(map: Container): TextEntry[] {
  const { file, node } = origin(map);
  return (node.items as readonly SourcePair[]).map(({ key, value }) => ({
    key: nodeText(key),
    text: value === null ? '' : nodeText(value),
    keySpan: () => rangeSpan(file, key),
    valueSpan: () => rangeSpan(file, hasExtent(value) ? value : key),
  }));
}

/** The texts of a list of scalars, as written. */
export function textItems(list: Container): string[] {
  return (origin(list).node.items as readonly SourceNode[]).map(nodeText);
}

export function nodeText(node: SourceNode): string {
  return node.source ?? String(node.value ?? '');
}

function origin(container: Container): Origin {
  const found = (container as { [ORIGIN]?: Origin })[ORIGIN];
  if (found === undefined) throw new Error('a value of the document lost its origin');
  return found;
}

/** A map is indexed when a key is looked up: findings in a large one stay linear. */
const indexPairs = remember(
  (pairs: readonly SourcePair[]): ReadonlyMap<string, SourcePair> =>
    new Map(pairs.map((pair) => [nodeText(pair.key), pair])),
  new WeakMap(),
);

const findPair = (node: SourceNode, key: string): SourcePair | undefined =>
  indexPairs(node.items as readonly SourcePair[]).get(key);

function hasExtent(node: SourceNode | null): node is SourceNode {
  return node?.range != null && (node.range[1] ?? 0) > (node.range[0] ?? 0);
}

export function rangeSpan(file: SourceFile, node: SourceNode): Span {
  const start = node.range?.[0] ?? 0;
  return { file, start, end: node.range?.[1] ?? start };
}
