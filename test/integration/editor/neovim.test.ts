import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireTool } from '../require-tool.ts';
import { askEditor, SLIP } from './ask-editor.ts';

const isThere = spawnSync('nvim', ['--version']).status === 0;
const hasNeovim = requireTool('nvim', isThere, 'apt-get install neovim');

describe.skipIf(!hasNeovim)('Neovim with `rankplan lsp`', () => {
  test('shows the slip, mends it by its fix, says which ranks are on a node, completes its GPUs', () => {
    const script = resolve('test/integration/editor/neovim.lua');
    const words = ['--headless', '-u', 'NONE', '-n', '-c', `luafile ${script}`];
    expect(askEditor('nvim', words)).toMatchObject({
      findings: [{ code: 'RP1101', source: 'rankplan', lnum: 4, col: 4, end_col: 7 }],
      title: 'Change to `gpus`',
      mended: SLIP.replace('gpu:', 'gpus:').trimEnd().split('\n'),
      hover: expect.stringMatching(/lab1: node 0.*GPU 1 .*rank 1/s),
      labels: ['lab1:0-1', 'lab1:0', 'lab1:1'],
    });
  });
});
