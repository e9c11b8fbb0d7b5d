import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireTool } from '../require-tool.ts';
import { askEditor } from './ask-editor.ts';

const findsEglot = ['--batch', '--eval', "(progn (package-initialize) (require 'eglot))"];
const hasEmacs = requireTool(
  'emacs with eglot',
  spawnSync('emacs', findsEglot).status === 0,
  'apt-get install emacs-nox elpa-eglot',
);

describe.skipIf(!hasEmacs)('Emacs with `rankplan lsp`', () => {
  test('shows the slip, says which ranks are on a node, completes its GPUs', () => {
    const script = resolve('test/integration/editor/emacs.el');
    expect(askEditor('emacs', ['--batch', '--no-init-file', '--load', script])).toMatchObject({
      text: expect.stringContaining('unknown key `gpu`'),
      word: 'gpu',
      hover: { contents: { value: expect.stringMatching(/lab1: node 0.*GPU 1 .*rank 1/s) } },
      completion: ['lab1:0-1', 'lab1:0', 'lab1:1'].map((label) => ({ label })),
    });
  });
});
