import type { Guard } from '../../runtime/run/start-guard.ts';
import { outlivesLogin } from './outlive-login.ts';

const STOPPING = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;
const PASSED_ON = ['SIGUSR1', 'SIGUSR2', 'SIGCONT'] as const;

export interface CaughtSignals {
  /** Those that came before, too. */
  readonly passOnTo: (guard: Guard) => void;
  readonly forget: () => void;
}

interface Receivers {
  /** Is told each signal that ends the run. */
  readonly note: (signal: NodeJS.Signals) => void;
  /** Is told a HUP that does not: there is no terminal that it could be of. */
  readonly outlive: () => void;
  /** Whether Ctrl-Z stops the ranks: those of other hosts would end without a sign of their launcher. */
  readonly canPause: boolean;
}

export function catchSignals({ note, outlive, canPause }: Receivers): CaughtSignals {
  const outlives = outlivesLogin(); // now: a terminal that has gone is none
  const early: NodeJS.Signals[] = [];
  let pass = (signal: NodeJS.Signals): void => void early.push(signal);
  const stop = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGHUP' && outlives) {
      outlive();
      return;
    }
    note(signal);
    pass(signal);
  };
  const passOn = (signal: NodeJS.Signals): void => pass(signal);
  // The ranks are in sessions of their own, which a terminal's Ctrl-Z does not reach.
  const pause = (): void => {
    if (!canPause) return;
    pass('SIGTSTP');
    process.kill(process.pid, 'SIGSTOP');
  };
  for (const signal of STOPPING) process.on(signal, stop);
  for (const signal of PASSED_ON) process.on(signal, passOn);
  process.on('SIGTSTP', pause);
  return {
    passOnTo(guard) {
      pass = guard.signal;
      for (const signal of early) guard.signal(signal);
    },
    forget() {
      for (const signal of STOPPING) process.off(signal, stop);
      for (const signal of PASSED_ON) process.off(signal, passOn);
      process.off('SIGTSTP', pause);
    },
  };
}
