import type { CompletionItem } from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Compilation } from '../compiler/compile.ts';

/** What an editor asks about: a place in a text, and what is known of the text. */
export interface Request {
  readonly document: TextDocument;
  readonly offset: number;
  /** Of this very text; null where the text is new and takes long to compile. */
  readonly compilation: Compilation | null;
  /** What was last known of a topology: while a line is half written its hosts and models are still there. */
  readonly known: () => Compilation;
}

/** An item of a completion without its edit, which puts `text` in the place of what was typed. */
export type Offer = Omit<CompletionItem, 'textEdit' | 'sortText' | 'filterText'> & { readonly text: string };
