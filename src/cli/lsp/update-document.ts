import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';

/**
 * A document after an editor's changes. That of the library (1.0.15) looks at the new text alone: where a CR comes before an LF,
 * or one of the two goes, it counts another number of lines from there on than the editor does.
 */
export function updateDocument(
  document: TextDocument,
  changes: readonly TextDocumentContentChangeEvent[],
  version: number,
): TextDocument {
  const of = (text: string) => TextDocument.create(document.uri, document.languageId, version, text);
  return changes.reduce((before, change) => {
    if (!('range' in change)) return of(change.text);
    const text = before.getText();
    const [start, end] = [change.range.start, change.range.end]
      .map((at) => before.offsetAt(at))
      .sort((a, b) => a - b);
    return of(text.slice(0, start) + change.text + text.slice(end));
  }, of(document.getText()));
}
