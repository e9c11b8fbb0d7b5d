import type { Parser } from 'yaml';

export const MAX_DEPTH = 100;

/** How many values aliases may stand for in one document, counted each time they are used. */
export const MAX_ALIASED_VALUES = 100_000;

/** The most tokens in one document: bounds the parser's memory to about a gigabyte. */
export const MAX_TOKENS = 5_000_000;

/** Whether the collections that the parser has open nest too deep; the document and a scalar stand on its stack, too. */
export const isTooDeep = ({ stack }: Parser): boolean => stack.length > MAX_DEPTH + 2;
