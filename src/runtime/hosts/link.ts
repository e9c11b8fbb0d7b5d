import { type ChildProcess, spawn } from 'node:child_process';
import { attempt } from '../try-read.ts';

/** How a process at the other end of a link ended. */
export interface LinkEnd {
  /** Its exit status; null if a signal ended it, or it could not be started. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why the link was given up, or the process could not be started at all; null if it ended by itself. */
  readonly reason: string | null;
  /** The last 4 KiB of its stderr, as they came: escape them before they are shown. */
  readonly complaint: string;
}

export interface GuardLink {
  /** Null if it could not be started. */
  readonly pid: number | null;
  /** Sends an order; of one that takes no more of them the link is given up after 32 MiB. After its end it does nothing. */
  readonly send: (order: string | Buffer) => void;
  /** Ends its stdin, after what was sent: the end of the lifeline. */
  readonly close: () => void;
  /** Ends the process and its group: TERM, then KILL after 3 seconds; or KILL at once. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => void;
  /** How its process ended; null while it runs. What it, or a process behind it, wrote may still come. */
  readonly exit: () => Pick<LinkEnd, 'status' | 'signal'> | null;
  /** Never rejects. All that it wrote has come before. */
  readonly ended: Promise<LinkEnd>;
}

export interface LinkInput {
  /** Its output is read to its own end: where the program is killed, the guard behind it still has to say what it does. */
  readonly readsToTheEnd?: true;
  /** This process's, where none is given. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** What its stdout brings, cut anywhere. */
  readonly onBytes: (bytes: Buffer) => void;
}

const MOST_PENDING = 32 * 1024 * 1024;
const COMPLAINT_KEPT = 4096;
const TERM_MS = 3000;
/** How long to wait for the end of stdout and stderr: a child, such as a master of ssh, may hold them for ever. */
const LAST_WORDS_MS = 500;

/** Starts a program in its own session: it has no terminal for prompts, and only the launcher gets Ctrl-C. */
export function openLink(words: readonly [string, ...string[]], input: LinkInput): GuardLink {
  const [program, ...rest] = words;
  let child: ChildProcess;
  try {
    child = spawn(program, rest, { cwd: input.cwd, env: input.env ?? process.env, detached: true });
  } catch (error) {
    return noLink(Promise.resolve(error as Error)); // the words or the environment are too large
  }
  // If no descriptors are left, the child has no streams either.
  if (child.pid === undefined) return noLink(new Promise((resolve) => child.on('error', resolve)));
  let reason: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  const end: GuardLink['end'] = (signal) => {
    killGroup(child, signal);
    if (signal === 'SIGTERM') timer ??= setTimeout(() => killGroup(child, 'SIGKILL'), TERM_MS);
  };
  const send: GuardLink['send'] = (order) => {
    const { stdin } = child;
    if (!stdin?.writable) return;
    stdin.write(order);
    if (stdin.writableLength <= MOST_PENDING) return;
    reason ??= 'it takes no more orders';
    stdin.destroy();
    end('SIGTERM');
  };
  child.stdin?.on('error', () => {}); // it has ended, and `ended` says how
  child.stdout?.on('data', input.onBytes);
  const ended = awaitEnd(child, input.readsToTheEnd === true).then((how) => {
    clearTimeout(timer);
    return { ...how, reason };
  });
  return {
    pid: child.pid,
    send,
    close: () => void child.stdin?.end(),
    end,
    exit: () => exitOf(child),
    ended,
  };
}

const exitOf = ({ exitCode: status, signalCode: signal }: ChildProcess): ReturnType<GuardLink['exit']> =>
  status === null && signal === null ? null : { status, signal };

/** A group lives as long as one process of it, and its number with it. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (exitOf(child) === null) attempt(() => process.kill(-(child.pid as number), signal));
}

function awaitEnd(child: ChildProcess, readsToTheEnd: boolean): Promise<Omit<LinkEnd, 'reason'>> {
  let complaint = Buffer.alloc(0);
  child.stderr?.on('data', (bytes: Buffer) => {
    complaint = Buffer.concat([complaint, bytes]).subarray(-COMPLAINT_KEPT);
  });
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const cutOff = (): void => {
      if (!readsToTheEnd) child.stdout?.destroy();
      child.stderr?.destroy();
    };
    child.on('exit', () => {
      timer = setTimeout(cutOff, LAST_WORDS_MS);
      child.stdout?.on('data', () => timer?.refresh()); // there was more
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status, signal, complaint: complaint.toString('utf8') });
    });
  });
}

const noLink = (failure: Promise<Error>): GuardLink => ({
  ...{ pid: null, send: () => {}, close: () => {}, end: () => {}, exit: () => null },
  ended: failure.then(({ message }) => ({ status: null, signal: null, complaint: '', reason: message })),
});
