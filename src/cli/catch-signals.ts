import { isatty } from 'node:tty';
import { tryRead } from '../runtime/try-read.ts';

const STOPPING = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;
const PASSED_ON = ['SIGUSR1', 'SIGUSR2', 'SIGCONT'] as const;

interface Receivers {
  /** Called with each signal that ends the run. */
  readonly note: (signal: NodeJS.Signals) => void;
  /** Called with a HUP that does not end it: there is no terminal from which it could come. */
  readonly outlive: () => void;
  /** Whether Ctrl-Z stops the ranks: those of other hosts would end without a sign of their launcher. */
  readonly canPause: boolean;
  /** Called with a Ctrl-Z that does not. */
  readonly stayAwake?: () => void;
}

export function catchSignals({ note, outlive, canPause, stayAwake }: Receivers) {
  const outlives = outlivesLogin(); // check it now: later the terminal may be gone
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
  // The ranks are in sessions of their own, which a terminal's Ctrl-Z does not reach.
  const pause = (): void => {
    if (!canPause) {
      stayAwake?.();
      return;
    }
    pass('SIGTSTP');
    process.kill(process.pid, 'SIGSTOP');
  };
  const handlers = [
    ...STOPPING.map((signal) => [signal, stop] as const),
    ...PASSED_ON.map((signal) => [signal, () => pass(signal)] as const),
    ['SIGTSTP', pause] as const,
  ];
  for (const [signal, handle] of handlers) process.on(signal, handle);
  return {
    /** Passes signals to the receiver, also the earlier ones. */
    passOnTo(receiver: { readonly signal: (signal: NodeJS.Signals) => void }): void {
      pass = receiver.signal;
      for (const signal of early) receiver.signal(signal);
    },
    forget(): void {
      for (const [signal, handle] of handlers) process.off(signal, handle);
    },
  };
}

/**
 * Whether the end of the login does not concern this process, so that a HUP means nothing: there is no terminal on
 * descriptors 0 to 2 (as under `nohup`, which redirects each that is one, or `setsid` with a log), or HUP was ignored when
 * it was started. Node forgets that at its start, so the parent is looked at, from which it comes.
 */
export function outlivesLogin(): boolean {
  return [0, 1, 2].every((descriptor) => !isatty(descriptor)) || isHangupIgnored(process.ppid);
}

/** SigIgn is a mask in hexadecimal digits; HUP is signal 1, its lowest bit. Without /proc it is not known, so false. */
function isHangupIgnored(pid: number): boolean {
  const digits = /^SigIgn:\s*([0-9a-f]+)$/m.exec(tryRead(`/proc/${pid}/status`) ?? '')?.[1];
  return digits !== undefined && Number.parseInt(digits.slice(-1), 16) % 2 === 1;
}
