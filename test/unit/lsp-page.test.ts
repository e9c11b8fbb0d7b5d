import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CompletionItem, Diagnostic, Hover } from 'vscode-languageserver-protocol';
import { startClient, uriIn } from '../language-client.ts';
import { makeFolder } from '../scratch.ts';

const PAGE = readFileSync('docs/in-editors.md', 'utf8');

test('an editor shows what the page says, step by step', async () => {
  const folder = makeFolder('rankplan-lsp-page-');
  const shown = [...PAGE.matchAll(/```text\n(.*?)```/gs)].map(([, text = '']) => text.trimEnd());
  const written = /<<'END'\n(.*?)^END$/ms.exec(PAGE)?.[1] ?? '';
  const client = await startClient(folder);
  const uri = uriIn(folder, 'rankplan.yaml');
  const ask = (method: string, text: string, word: string) => {
    const before = text.slice(0, text.indexOf(word) + word.length).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    return client.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position });
  };
  const hovered = async (text: string, word: string) => {
    const { contents } = (await ask('hover', text, word)) as Hover & { contents: { value: string } };
    return /```text\n(.*?)\n```/s.exec(contents.value)?.[1];
  };

  client.open(uri, written);
  const [slip] = await client.findings(uri, (codes) => codes.length > 0);
  expect(render(slip)).toBe(shown[0]);

  const mended = written.replace('gpu:', 'gpus:');
  client.type(uri, mended);
  const [missing] = await client.findings(uri, (codes) => codes.includes('RP2019'));
  expect(render(missing)).toBe(shown[1]);

  const begun = mended.replace('lab2:3', 'lab2:');
  client.type(uri, begun);
  const items = (await ask('completion', begun, '[lab2:')) as CompletionItem[];
  expect(items.map(({ label }) => label).join('\n')).toBe(shown[2]);

  const whole = mended.replace('lab2:3', 'lab2:1');
  client.type(uri, whole);
  await client.findings(uri, (codes) => codes.length === 0);
  expect(await hovered(whole, 'hosts: lab1')).toBe(shown[3]);
  expect(await hovered(whole, '[lab2:1')).toContain('idle        excluded, by lab2:1  [line 13]');
  expect(await client.stop()).toBe(0);
});

function render(finding: Diagnostic | undefined): string {
  if (finding === undefined) return '';
  const { range, severity, code, message } = finding;
  const grade = severity === 1 ? 'error' : 'warning';
  return `${range.start.line + 1}:${range.start.character + 1} ${grade} ${code}: ${message}`;
}
