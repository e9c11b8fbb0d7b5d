import { isatty } from 'node:tty';

/**
 * Ends this process as an uncaught `signal` would have: the caller learns what happened, and shells say
 * 128 + its number. Node would end by itself otherwise, and give up with SIGABRT where its terminal is gone.
 */
export function endBySignal(signal: NodeJS.Signals): never {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  throw new Error(`${signal} does not end this process`);
}

/** Returns whether a terminal that is there now has gone since: then Node cannot end by itself, see `endBySignal`. */
export function watchTerminal(): () => boolean {
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  return () => terminals.some((descriptor) => !isatty(descriptor));
}
