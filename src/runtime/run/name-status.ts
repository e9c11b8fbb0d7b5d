import { constants } from 'node:os';

const NAMES = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));
const SIGNALLED = 128;

/** The status with which something ends that a signal ended, as shells have it. */
export const statusOfSignal = (signal: NodeJS.Signals): number => SIGNALLED + constants.signals[signal];

/** What a shell's exit status says: `failed with status 3`, `was killed by SIGSEGV`. */
export function nameStatus(status: number): string {
  const signal = status > SIGNALLED ? NAMES.get(status - SIGNALLED) : undefined;
  return signal === undefined ? `failed with status ${status}` : `was killed by ${signal}`;
}
