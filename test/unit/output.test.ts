import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HANG_MS } from '../patience.ts';
import { makeFolder } from '../scratch.ts';

const scratch = makeFolder('rankplan-output-');

const QUICKSTART = resolve('examples/quickstart/topology.yaml');
const CALL = ['dist/rankplan.cjs', 'check', '--format', 'sarif', QUICKSTART];
// Node would give a child a pipe that does block.
const DO_NOT_BLOCK = `
  use Fcntl;
  open(STDOUT, '>', shift) or die;
  fcntl(STDOUT, F_SETFL, O_WRONLY | O_NONBLOCK) or die;
  exec @ARGV`;

test('a pipe that does not block gets all of what does not fit into it at once', async () => {
  const pipe = join(scratch, 'pipe');
  spawnSync('mkfifo', [pipe]);
  const descriptor = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const child = spawn('perl', ['-e', DO_NOT_BLOCK, pipe, process.execPath, ...CALL], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: HANG_MS,
  });
  const text = await readSlowly(descriptor, child);
  closeSync(descriptor);
  const { stdout } = spawnSync(process.execPath, CALL, { encoding: 'latin1' });
  expect(stdout.length).toBeGreaterThan(200_000); // a pipe holds 65,536
  expect(text).toBe(stdout);
  expect(child.exitCode).toBe(0);
});

async function readSlowly(descriptor: number, child: ChildProcess): Promise<string> {
  const buffer = Buffer.alloc(16_384);
  let text = '';
  for (;;) {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    const count = tryRead(descriptor, buffer);
    text += buffer.toString('latin1', 0, count);
    if (count > 0) continue;
    if (isOver) return text;
    await sleep(20);
  }
}

/** How many bytes were there; none where nobody writes yet, any more, or just now. */
function tryRead(descriptor: number, buffer: Buffer): number {
  try {
    return readSync(descriptor, buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}
