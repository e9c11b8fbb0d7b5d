// Starts `rankplan lsp` for the topologies of a workspace. What they mean, the server knows.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

/** The server itself separates topologies from other YAML, by their names and by what is in them. */
const DOCUMENTS = [
  { scheme: 'file', language: 'yaml' },
  { scheme: 'file', language: 'json', pattern: '**/{*rankplan,topology}.json' },
  { scheme: 'file', language: 'json', pattern: '**/inventory/**' },
];

let client = null;

export async function activate(context) {
  const restart = async () => {
    await client?.stop();
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand('rankplan.restart', restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('rankplan')) return restart();
    }),
  );
  await start();
}

export const deactivate = () => client?.stop();

async function start() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? process.cwd();
  const { command, root } = vscode.workspace.getConfiguration('rankplan');
  const run = {
    command: command || findCommand(folder),
    args: ['lsp', ...(root ? ['--root', root] : [])],
    options: { cwd: folder },
  };
  client = new LanguageClient('rankplan', 'rankplan', run, { documentSelector: DOCUMENTS });
  try {
    await client.start();
  } catch (error) {
    client = null;
    await vscode.window.showErrorMessage(
      `rankplan does not start (${error.message}). Install it with \`npm install --save-dev rankplan\`, or set "rankplan.command".`,
    );
  }
}

/** A project's own rankplan is the one that its CI runs. */
function findCommand(folder) {
  const own = join(folder, 'node_modules/.bin', process.platform === 'win32' ? 'rankplan.cmd' : 'rankplan');
  return existsSync(own) ? own : 'rankplan';
}
