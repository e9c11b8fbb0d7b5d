import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { HANG_MS } from '../../patience.ts';
import { makeFolder } from '../../scratch.ts';

/** What is opened: a topology with a slip. */
export const SLIP = 'version: 1\nname: lab\nnodes:\n  - hosts: lab1\n    gpu: { count: 2, model: A100 }\n';

/** What an editor answers that follows a script of this folder, where the slip lies. */
export function askEditor(program: string, words: readonly string[]): unknown {
  const folder = makeFolder(`rankplan-${program}-`);
  writeFileSync(join(folder, 'rankplan.yaml'), SLIP);
  const answers = join(folder, 'answers.json');
  const { status, stderr } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...{ ...process.env, HOME: folder, XDG_STATE_HOME: folder, ANSWERS: answers },
      ...{ NODE: process.execPath, RANKPLAN: resolve('dist/rankplan.cjs') },
      PATIENCE_MS: String(HANG_MS),
    },
  });
  expect(status, stderr).toBe(0);
  if (program === 'nvim') expect(stderr).toBe('');
  return JSON.parse(readFileSync(answers, 'utf8'));
}
