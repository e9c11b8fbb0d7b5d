import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, tryRead } from '../try-read.ts';

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

function findMarked(mark: string): readonly number[] {
  const level = readLevels('self').length - 1;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => readEnvironment(name).split('\0').includes(mark))
    .flatMap((name) => readLevels(name)[level] ?? [])
    .filter((pid) => pid !== process.pid);
}

/** The PIDs of a process in the PID namespace of /proc, which may be an outer one, and in each inner one. */
function readLevels(name: string): readonly number[] {
  const levels = /^NSpid:(.*)$/m.exec(tryRead(`/proc/${name}/status`) ?? '')?.[1];
  return levels?.trim().split('\t').map(Number) ?? [];
}

const readEnvironment = (name: string): string => tryRead(`/proc/${name}/environ`) ?? '';
