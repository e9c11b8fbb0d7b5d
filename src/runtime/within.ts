import type { ChildProcess } from 'node:child_process';

/** Ends a process if a signal can; one that sleeps in the kernel is left to it, and not waited for. */
export async function abandon(child: ChildProcess, ended: Promise<unknown>, ms: number): Promise<void> {
  child.kill('SIGKILL');
  await within(ms, ended);
  for (const stream of child.stdio) stream?.destroy();
  child.unref();
}

/** The value of a promise; null if it takes longer. */
export async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null);
  });
  const outcome = await Promise.race([promise, passed]);
  clearTimeout(timer);
  return outcome;
}
