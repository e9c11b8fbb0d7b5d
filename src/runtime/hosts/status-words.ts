const SIGNAL_STATUS = 128;

/** Linux's, by number; from 32 on they are for programs. */
const NAMES =
  ' HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS';
const SIGNALS = NAMES.split(' ').map((name) => (name === '' ? null : `SIG${name}`));

/** `SIGTERM`; `signal 40` for those without a name. */
export const nameSignal = (signal: number): string => SIGNALS[signal] ?? `signal ${signal}`;

/**
 * How a process ended: `was killed by SIGSEGV`, `failed with status 3`; shells pass on a child's end: `failed with status 139
 * (as from SIGSEGV)`. `killer` is the signal that ended it, or 0.
 */
export function wordStatus(status: number, killer: number): string {
  if (killer !== 0) return `was killed by ${nameSignal(killer)}`;
  const signal = SIGNALS[status - SIGNAL_STATUS] ?? null;
  return `failed with status ${status}${signal === null ? '' : ` (as from ${signal})`}`;
}
