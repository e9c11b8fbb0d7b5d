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
