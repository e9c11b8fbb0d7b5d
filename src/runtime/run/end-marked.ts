import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, listNames, tryRead } from '../try-read.ts';

const LOOK_MS = 50;
const PATIENCE_MS = 5000;

/**
 * Kills every process whose environment has this line, until none is left. It is used after a guard was killed:
 * the ranks ended with it, but not the processes that they had started. Returns the processes that remain.
 */
export async function endMarked(mark: string): Promise<readonly number[]> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = findMarked(mark);
    if (found.length === 0 || Date.now() > end) return found;
    for (const pid of found) attempt(() => process.kill(pid, 'SIGKILL'));
    await sleep(LOOK_MS);
  }
}

const findMarked = (mark: string): readonly number[] =>
  listNames('/proc')
    .filter(
      (name) => /^\d+$/.test(name) && (tryRead(`/proc/${name}/environ`) ?? '').split('\0').includes(mark),
    )
    .map(Number)
    .filter((pid) => pid !== process.pid);
