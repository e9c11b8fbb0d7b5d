import type { CompletionItem } from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Compilation } from '../compiler/compile.ts';

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
