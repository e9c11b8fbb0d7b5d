import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../scratch.ts';

const CLEARED = '\r\x1b[K';

/**
 * What `check` shows of a topology that it waits for: whoever opens the pipe to write waits until it is open to be read,
 * so the text comes when the command has taken more than two seconds, however slow the machine.
 */
function checkSlowly(redirection: string): string {
  const folder = makeFolder('rankplan-progress-');
  const line = `mkfifo pipe; (sleep 2.1; cat ${resolve('examples/quickstart/topology.yaml')}) >pipe & ${process.execPath} ${resolve('dist/rankplan.cjs')} check pipe ${redirection}`;
  const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], { cwd: folder, encoding: 'utf8' });
  return redirection === '' ? stdout : readFileSync(join(folder, 'told'), 'utf8');
}

test('what takes long is told on a terminal, and the line is cleared', () => {
  const shown = checkSlowly('');
  const [before, ...pieces] = shown.split(CLEARED);
  expect(before).toBe('');
  expect(pieces[0]).toMatch(/^rankplan: .*pipe/); // which phase it is in after three seconds, the machine decides;
  expect(pieces.at(-1)).toBe('pipe: ok: 4 ranks on 1 of 1 node\r\n');
  expect(pieces.length).toBeGreaterThan(1);
});

test('and nowhere else', () => {
  expect(checkSlowly('>told 2>&1')).toBe('pipe: ok: 4 ranks on 1 of 1 node\n');
});
