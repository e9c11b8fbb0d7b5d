import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What has not come by then will never come. It ends a test that hangs; it must not decide one: a loaded machine may be
 * a hundred times slower. What must be fast is held to CPU time (cpu-time.ts). test/unit/wall-clock.test.ts looks for
 * other limits.
 */
export const HANG_MS = 600_000;

/** Begins to wait; what it returns tells whether that has become a hang. */
export function startWaiting(): () => boolean {
  const end = Date.now() + HANG_MS;
  return () => Date.now() > end;
}

/** Waits for a condition. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const hangs = startWaiting();
  for (let pause = 20; !condition(); pause = Math.min(1.5 * pause, 200)) {
    if (hangs()) throw new Error(`waited ${HANG_MS} ms in vain: ${what}`);
    await sleep(pause);
  }
}
