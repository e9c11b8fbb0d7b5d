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

/** How it ended: `was killed by SIGSEGV`, `failed with status 3`; shells tell of a child's end: `… 139 (as from SIGSEGV)`. */
export function nameStatus(status: number, killer: number | null): string {
  if (killer !== null) return `was killed by ${NAMES.get(killer) ?? `signal ${killer}`}`;
  const signal = signalOfStatus(status);
  return `failed with status ${status}${signal === null ? '' : ` (as from ${signal})`}`;
}
