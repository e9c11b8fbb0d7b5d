import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeResult,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { printable } from '../../compiler/source/printable.ts';
import { type Links, toEditorDiagnostic } from '../../editor/to-diagnostic.ts';
import { explainError } from '../debug.ts';
import { createReader } from '../input/read-file.ts';
import { EXIT } from '../verb.ts';
import { answerRequests } from './answer-requests.ts';
import { pathOfUri, uriOfPath } from './file-uri.ts';
import { updateDocument } from './update-document.ts';
import { type Checked, createWorkspace } from './workspace.ts';

declare const RANKPLAN_VERSION: string;

/** Serves one editor. It does not return: the process ends when the editor says so, or is gone. */
export function serve({ root }: { readonly root: string | null }): Promise<never> {
  createReader('-', root); // refuses a root that is no folder
  const connection = connect();
  const documents = new TextDocuments({ create: TextDocument.create, update: updateDocument });
  const linksOf = (checked: Checked): Links => ({ uriOf: nameUris(checked, documents.all()), explain });
  const workspace = createWorkspace({
    root,
    documents: () => documents.all(),
    publish: (uri, diagnostics) => {
      const version = documents.get(uri)?.version;
      void connection.sendDiagnostics({
        uri,
        ...(version === undefined ? {} : { version }),
        diagnostics: [...diagnostics],
      });
    },
    toDiagnostics: (checked) => groupByUri(checked, linksOf(checked)),
    failed: (error) => connection.console.error(`this is a bug in rankplan: ${explainError(error)}`),
  });
  connection.onInitialize(({ capabilities: { workspace: can } }) => {
    if (can?.didChangeWatchedFiles?.dynamicRegistration === true) connection.onInitialized(watchInventories);
    return describeServer();
  });
  documents.onDidChangeContent(({ document }) => workspace.changed(document));
  documents.onDidClose(({ document }) => workspace.closed(document));
  connection.onDidChangeWatchedFiles(({ changes }) =>
    workspace.filesChanged(changes.flatMap(({ uri }) => pathOfUri(uri) ?? [])),
  );
  documents.onDidSave(({ document }) => workspace.saved(document));
  const watchInventories = (): void =>
    void connection.client
      .register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.{json,yaml,yml}' }],
      })
      .catch((error) => connection.console.warn(`changed inventory files are seen on saving: ${error}`));
  answerRequests(connection, (uri) => documents.get(uri), workspace, linksOf);
  documents.listen(connection);
  connection.listen();
  return new Promise(() => {});
}

/** The page of a code in the package; null if a bundle is without its package. */
function explain(code: string): string | null {
  const page = join(__dirname, '../docs/diagnostics', `${code}.md`);
  return existsSync(page) ? uriOfPath(page) : null;
}

/** A connection over standard input and output. */
function connect(): Connection {
  if (process.stdin.isTTY) process.stderr.write(`rankplan: ${FOR_EDITORS}\n`);
  const reader = new StreamMessageReader(process.stdin);
  const connection = createConnection(reader, new StreamMessageWriter(process.stdout));
  let ended: number = EXIT.findings; // as the protocol has it for an editor that did not ask
  connection.onShutdown(() => {
    ended = EXIT.fine;
  });
  process.stdin.on('close', () => process.exit(ended));
  // A message that is not JSON is skipped. Without a length the next message cannot be found.
  reader.onError((error) => {
    if (error instanceof SyntaxError) return;
    process.stderr.write(
      `rankplan: what the editor sends cannot be read: ${printable(error.message.split('\n')[0] ?? '')}\n`,
    );
    process.exit(EXIT.environment);
  });
  return connection;
}

const FOR_EDITORS = 'this waits for an editor, which starts it: docs/in-editors.md says how; Ctrl-C ends it';

function describeServer(): InitializeResult {
  return {
    serverInfo: { name: 'rankplan', version: RANKPLAN_VERSION },
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      hoverProvider: true,
      completionProvider: { triggerCharacters: [' ', ':'] },
      definitionProvider: true,
      codeActionProvider: { codeActionKinds: ['quickfix'] },
    },
  };
}

/** The URI of a file that findings name: an editor knows an open file by the URI that it gave it, and by no other spelling. */
function nameUris({ uri, name }: Checked, documents: readonly TextDocument[]): Links['uriOf'] {
  const open = new Map(documents.map((document) => [pathOfUri(document.uri), document.uri]));
  return (file) => (file === name ? uri : (open.get(file) ?? uriOfPath(file)));
}

function groupByUri({ uri, compilation }: Checked, links: Links): ReadonlyMap<string, readonly Diagnostic[]> {
  const grouped = new Map<string, Diagnostic[]>([[uri, []]]);
  for (const found of compilation.diagnostics) {
    const of = links.uriOf(found.primary.file.name);
    grouped.set(of, [...(grouped.get(of) ?? []), toEditorDiagnostic(found, links)]);
  }
  return grouped;
}
