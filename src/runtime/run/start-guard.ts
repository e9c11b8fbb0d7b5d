import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { readCallerOpenFiles } from './caller-limit.ts';

/** What rankplan-exec is given: native/exec/main.c describes it. */
export interface GuardInput {
  /** What all ranks have in common. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly words: readonly string[];
  /** What differs from rank to rank. */
  readonly request: string;
  /** It writes to this process's own stdout and stderr. */
  readonly tee: boolean;
}

/** What rankplan-exec tells (native/exec/report.h). */
export interface GuardEvent {
  readonly event:
    | 'begun'
    | 'started'
    | 'failed'
    | 'warning'
    | 'narrowed'
    | 'interrupted'
    | 'killed'
    | 'ended'
    | 'restarting'
    | 'line'
    | 'sample'
    | 'said'
    | 'survivor'
    | 'refused'
    | 'done';
  /** Where it happened, and the node of the plan whose place that machine has; not told of this one. */
  readonly host?: string;
  readonly node?: string;
  readonly rank?: number;
  readonly pid?: number;
  readonly status?: number;
  /** The signal that ended the rank, where one did: a program may also end by itself with 128 and more. */
  readonly killer?: number;
  /** What did not work out, for what, and why. */
  readonly step?: string;
  /** Of `said` and `sample`, words for people and what a sampler writes: a part of them; of `line` a whole line. */
  readonly subject?: string;
  readonly reason?: string;
  /** The same in words; of `narrowed`, what is granted. */
  readonly outcome?: string;
}

/** How the guard itself ended. */
export interface GuardEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it came to its own end: then nothing of the ranks is left but what it told. */
  readonly isWhole: boolean;
  /** The last that was said on its stderr: by itself, mostly also as events, and by ranks that have no log. */
  readonly complaint: string;
}

export interface Guard {
  /** The process that all ranks descend from; null if the program cannot be started. */
  readonly pid: number | null;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Asks who uses the GPUs of a host; `sample` events tell. */
  readonly askHost: (host: string) => void;
  /** Rejects if the program cannot be started at all. */
  readonly ended: Promise<GuardEnd>;
}

/** Of the words and the request; rankplan-exec refuses another. */
const PROTOCOL = '1';

/**
 * The words by which the guard and `startGuard` talk: its stdin is the lifeline, events come from descriptor 3. What
 * Node changed for itself is given back.
 */
export function guardWords(graceSeconds: number): readonly string[] {
  const openFiles = readCallerOpenFiles();
  return [
    ...['--protocol', PROTOCOL, '--grace', `${graceSeconds}`],
    ...['--lifeline', '0', '--report', '3'],
    ...(openFiles === null ? [] : ['--open-files', `${openFiles}`]),
  ];
}

const LONGEST_COMPLAINT = 4096;
/** What cannot be ended may hold its stderr for ever. */
const LAST_WORDS_MS = 500;

/**
 * Starts the one process that starts and guards all ranks of this machine. Its stdin is the lifeline: when this process
 * ends, in whatever way, the kernel closes it. It gets a session of its own, so that a terminal's Ctrl-C comes once.
 */
export function startGuard(
  exec: string,
  { environment, words, request, tee }: GuardInput,
  listener: (event: GuardEvent) => void,
): Guard {
  let child: ChildProcess;
  try {
    child = spawn(exec, words, {
      env: environment as NodeJS.ProcessEnv,
      stdio: ['pipe', tee ? 'inherit' : 'ignore', tee ? 'inherit' : 'pipe', 'pipe'],
      detached: true,
    });
  } catch (error) {
    return { ...NO_GUARD, ended: Promise.reject(error) }; // the environment is too large
  }
  if (child.pid === undefined) return refuseToStart(child);
  let isWhole = false;
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-LONGEST_COMPLAINT);
  });
  readEvents(child, (event) => {
    if (event.event === 'done') isWhole = true;
    listener(event);
  });
  child.stdin?.on('error', () => {}); // it has ended: `close` tells
  child.stdin?.write(request);
  const ended = new Promise<GuardEnd>((resolve, reject) => {
    child.on('error', reject);
    let timer: NodeJS.Timeout | undefined;
    child.on('exit', () => {
      timer = setTimeout(() => child.stderr?.destroy(), LAST_WORDS_MS);
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status, signal, isWhole, complaint: complaint.trim() });
    });
  });
  return {
    pid: child.pid,
    signal: (signal) => child.kill(signal),
    askHost: (host) => void child.stdin?.write(`${host}\n`),
    ended,
  };
}

const NO_GUARD = { pid: null, signal: () => {}, askHost: () => {} } as const;

/** Where there are no descriptors left, there are no streams either. */
function refuseToStart(child: ChildProcess): Guard {
  return { ...NO_GUARD, ended: new Promise((_, reject) => child.on('error', reject)) };
}

function readEvents(child: ChildProcess, listener: (event: GuardEvent) => void): void {
  let rest = '';
  (child.stdio[3] as Readable).setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) listener(JSON.parse(line) as GuardEvent);
  });
}
