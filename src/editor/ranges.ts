import type { Range } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { remember } from '../compiler/source/remember.ts';
import type { SourceFile, Span } from '../compiler/source/source-file.ts';

const documentOf = remember(({ text }: SourceFile) => TextDocument.create('', '', 0, text), new WeakMap());

/** A place of the compiler as editors count: lines from 0, and UTF-16 units. */
export const rangeOf = ({ file, start, end }: Span): Range => rangeIn(documentOf(file), start, end);

/** What stands between two offsets, with the whole of a character that one of them cuts. */
export function rangeIn(document: TextDocument, start: number, end: number): Range {
  const text = document.getText();
  const isInside = (at: number) => at > 0 && PAIR.test(text.slice(at - 1, at + 1));
  return {
    start: document.positionAt(isInside(start) ? start - 1 : start),
    end: document.positionAt(isInside(end) ? end + 1 : end),
  };
}

const PAIR = /^[\ud800-\udbff][\udc00-\udfff]$/;
