import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Connection } from 'vscode-languageserver/node';
import type {
  CompletionItem,
  CompletionList,
  TextDocumentPositionParams,
} from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { complete } from '../../editor/complete.ts';
import { define } from '../../editor/define.ts';
import { hover } from '../../editor/hover.ts';
import type { Request } from '../../editor/locate.ts';
import { MAX_OFFERS } from '../../editor/offer-values.ts';
import { fixesIn, type Links } from '../../editor/to-diagnostic.ts';
import { pathOfUri, uriOfPath } from './file-uri.ts';
import type { Checked, Workspace } from './workspace.ts';

/** Answers the requests of an editor. A document that is not a topology gets empty answers. */
export function answerRequests(
  connection: Connection,
  find: (uri: string) => TextDocument | undefined,
  workspace: Workspace,
  linksOf: (checked: Checked) => Links,
): void {
  /** The answer for a position; `nothing` if the document is not a topology. */
  const at =
    <T>(nothing: T, answer: (request: Request) => T) =>
    ({ textDocument, position }: TextDocumentPositionParams): T => {
      const document = find(textDocument.uri);
      const checked = document === undefined ? null : workspace.look(document);
      if (document === undefined || checked === null) return nothing;
      const compilation = checked.version === document.version ? checked.compilation : null;
      const known = () => workspace.known(checked);
      return answer({ document, offset: document.offsetAt(position), compilation, known });
    };
  connection.onHover(at(null, hover));
  connection.onCompletion(
    at<CompletionItem[] | CompletionList>([], (request) => {
      const items = complete(request);
      return items.length < MAX_OFFERS ? items : { isIncomplete: true, items };
    }),
  );
  connection.onDefinition(at([], (request) => define(request, inventoryUri(request.document.uri))));
  connection.onCodeAction(({ textDocument: { uri }, range }) =>
    workspace
      .all()
      .flatMap((checked) => fixesIn(checked.compilation.diagnostics, uri, range, linksOf(checked))),
  );
}

/** Where an inventory file is, if it is there: relative to the topology that names it. */
function inventoryUri(topology: string): (path: string) => string | null {
  const folder = dirname(pathOfUri(topology) ?? '.');
  return (path) => {
    const file = resolve(folder, path);
    return existsSync(file) ? uriOfPath(file) : null;
  };
}
