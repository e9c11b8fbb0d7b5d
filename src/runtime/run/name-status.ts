import { constants } from 'node:os';

const NAMES = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]),
);
const SIGNALLED = 128;

/** The status with which something ends that a signal ended, as shells have it. */
export const statusOfSignal = (signal: NodeJS.Signals): number => SIGNALLED + constants.signals[signal];

/** The other way round; null for the status of what ended by itself. */
export const signalOfStatus = (status: number): NodeJS.Signals | null =>
  NAMES.get(status - SIGNALLED) ?? null;

/** What a shell's exit status says: `failed with status 3`, `was killed by SIGSEGV`. */
export function nameStatus(status: number): string {
  const signal = signalOfStatus(status);
  return signal === null ? `failed with status ${status}` : `was killed by ${signal}`;
}
