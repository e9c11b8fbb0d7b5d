import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 50;
const PATIENCE_MS = 5000;

/**
 * Kills every process whose environment has this line, until there are none. It is for the day on which somebody killed
 * the guard itself: the ranks ended with it, but not what they had started. Returns the processes that remain.
 */
export async function endMarked(mark: string): Promise<readonly number[]> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = findMarked(mark);
    if (found.length === 0 || Date.now() > end) return found;
    for (const pid of found) tryKill(pid);
    await sleep(LOOK_MS);
  }
}

function findMarked(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => readEnvironment(pid).split('\0').includes(mark))
    .map(Number);
}

/** Empty for a process of another user, and for one that has ended. */
function readEnvironment(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}
