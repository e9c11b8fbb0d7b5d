import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  RegistrationRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol/node';

const BUNDLE = resolve('dist/rankplan.cjs');

/** An editor, as `rankplan lsp` sees one. */
export interface Client {
  readonly child: ChildProcessWithoutNullStreams;
  readonly connection: ProtocolConnection;
  readonly answered: InitializeResult;
  /** What the server registered. */
  readonly registered: readonly string[];
  /** All that was published so far, in order. */
  readonly published: readonly PublishDiagnosticsParams[];
  /** Resolves to the findings of a file as soon as they are as wanted. */
  readonly findings: (
    uri: string,
    wanted: (codes: readonly string[]) => boolean,
  ) => Promise<readonly Diagnostic[]>;
  readonly open: (uri: string, text: string, languageId?: string) => void;
  /** Makes changes of a part; returns the version. */
  readonly change: (uri: string, changes: readonly TextDocumentContentChangeEvent[]) => number;
  /** Replaces the whole text. */
  readonly type: (uri: string, text: string) => void;
  readonly close: (uri: string) => void;
  /** Shuts the server down; resolves to its exit status. */
  readonly stop: () => Promise<number | null>;
}

export const uriIn = (folder: string, path: string): string => pathToFileURL(resolve(folder, path)).href;

export async function startClient(
  folder: string,
  args: readonly string[] = [],
  bundle = BUNDLE,
): Promise<Client> {
  const child = spawn(process.execPath, [bundle, 'lsp', '--stdio', ...args], { cwd: folder });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const registered: string[] = [];
  connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
    registered.push(...registrations.map(({ method }) => method));
  });
  const published: PublishDiagnosticsParams[] = [];
  const waiting = new Set<() => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    published.push(params);
    for (const look of waiting) look();
  });
  connection.listen();
  const answered: InitializeResult = await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  await connection.sendNotification('initialized', {});
  let version = 1;
  const change = (uri: string, contentChanges: readonly TextDocumentContentChangeEvent[]): number => {
    void connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [...contentChanges],
    });
    return version++;
  };
  return {
    child,
    connection,
    answered,
    published,
    registered,
    findings: (uri, wanted) =>
      new Promise((done) => {
        const look = () => {
          const last = published.findLast((params) => params.uri === uri);
          if (last === undefined || !wanted(last.diagnostics.map(({ code }) => String(code)))) return;
          waiting.delete(look);
          done(last.diagnostics);
        };
        waiting.add(look);
        look();
      }),
    open: (uri, text, languageId = 'yaml') =>
      void connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId, version: version++, text },
      }),
    change,
    type: (uri, text) => void change(uri, [{ text }]),
    close: (uri) => void connection.sendNotification('textDocument/didClose', { textDocument: { uri } }),
    async stop() {
      const ended = new Promise<number | null>((done) => child.on('exit', done));
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      return ended;
    },
  };
}
