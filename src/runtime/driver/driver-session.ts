import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { AddonPlaces, LoadFailure, NativeFacts, NativeHang, NativeUses } from '../native.ts';

export interface DriverPlaces extends AddonPlaces {
  /** The file of the driver's management library, null for the one that the linker finds. */
  readonly library: string | null;
}

/** A line that the other process reads. */
export interface DriverQuestion {
  readonly ask: 'discover' | 'observe';
  /** How long the driver may take for all of it. */
  readonly timeoutMs: number;
}

/** The process that asked the driver ended without an answer. */
export interface Crash {
  readonly kind: 'crashed';
  /** A signal or a status. */
  readonly how: string;
  /** The first thing that it said on stderr; may be empty. */
  readonly said: string;
}

export interface MissingAddon {
  readonly kind: 'no-addon';
  readonly failures: readonly LoadFailure[];
}

export type DriverAnswer<Facts = NativeFacts> = Facts | NativeHang | Crash | MissingAddon;

/**
 * Asks the driver, one question after the other. None of them throws, and all come back: a driver that hung or crashed
 * once is not asked again, and its answer stays the same.
 */
export interface DriverSession {
  /** What GPUs there are. */
  readonly discover: (timeoutMs: number) => Promise<DriverAnswer<NativeFacts>>;
  /** Who uses them at this moment, and how much of them. */
  readonly observe: (timeoutMs: number) => Promise<DriverAnswer<NativeUses>>;
  /** Must be called, or this process does not end by itself. */
  readonly close: () => Promise<void>;
}

/** Beyond its own deadline the other process is frozen, or sleeps in the kernel where no signal reaches it. */
const GRACE_MS = 2000;
const CLOSING_MS = 1000;
const KILLING_MS = 500;

/** The descriptor of the child that answers go to: a library may write to stdout and stderr. */
export const ANSWER_DESCRIPTOR = 3;

/**
 * Starts a process (answer-parent.ts) that asks the driver: a driver library that crashes ends that one, and one that
 * cannot be ended at all is not waited for. It starts a session of its own, so that a terminal's Ctrl-C does not end it,
 * and ends with its stdin, whatever way this process ends.
 */
export function openDriver(places: DriverPlaces): DriverSession {
  const child = spawn(process.execPath, [join(places.folder, 'ask-driver.cjs'), JSON.stringify(places)], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin?.on('error', () => {}); // it has ended: `close` tells
  const ended = waitForEnd(child);
  const answers = readLines(child.stdio[ANSWER_DESCRIPTOR] as Readable);
  let last: Promise<unknown> = Promise.resolve();
  let final: NativeHang | Crash | null = null;

  const askOne = async <Facts extends { readonly kind: string }>(
    question: DriverQuestion,
  ): Promise<DriverAnswer<Facts>> => {
    if (final !== null) return final;
    child.stdin?.write(`${JSON.stringify(question)}\n`);
    const deadline = startDeadline(question.timeoutMs + GRACE_MS);
    const line = await Promise.race([answers.next(), ended, deadline.passed]);
    deadline.cancel();
    if (line === null) final = { kind: 'hangs', call: '', gpu: null };
    else if (typeof line !== 'string') final = line;
    else {
      const answer = JSON.parse(line) as DriverAnswer<Facts>;
      if (answer.kind !== 'hangs') return answer;
      final = answer as NativeHang; // a thread of it is stuck
    }
    await abandon(child, ended);
    return final;
  };

  const ask = <Facts extends { readonly kind: string }>(question: DriverQuestion) => {
    const answer = last.then(() => askOne<Facts>(question));
    last = answer;
    return answer;
  };

  return {
    discover: (timeoutMs) => ask<NativeFacts>({ ask: 'discover', timeoutMs }),
    observe: (timeoutMs) => ask<NativeUses>({ ask: 'observe', timeoutMs }),
    async close() {
      if (final !== null) return;
      final = { kind: 'crashed', how: 'closed', said: '' };
      child.stdin?.end();
      const deadline = startDeadline(CLOSING_MS);
      await Promise.race([ended, deadline.passed]);
      deadline.cancel();
      await abandon(child, ended);
    },
  };
}

/** Ends it if a signal can; one that sleeps in the kernel is left to it, and keeps nobody waiting. */
async function abandon(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  const deadline = startDeadline(KILLING_MS);
  await Promise.race([ended, deadline.passed]);
  deadline.cancel();
  for (const stream of child.stdio) stream?.destroy();
  child.unref();
}

const LONGEST_WORDS = 4096;

function waitForEnd(child: ChildProcess): Promise<Crash> {
  const said = ['', ''];
  [child.stderr, child.stdout].forEach((stream, place) => {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said[place] = `${said[place]}${text}`.slice(0, LONGEST_WORDS);
    });
  });
  const describe = (how: string): Crash => ({ kind: 'crashed', how, said: firstLine(said.join('')) });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(describe(error.message)));
    child.on('close', (status, signal) => resolve(describe(signal ?? `status ${status}`)));
  });
}

const firstLine = (text: string): string => text.trimStart().split('\n')[0]?.trimEnd() ?? '';

/** Hands out whole lines in their order; half a line at the end is none. */
function readLines(stream: Readable): { readonly next: () => Promise<string> } {
  const lines: string[] = [];
  let rest = '';
  let wake: (() => void) | null = null;
  stream.setEncoding('utf8').on('data', (text: string) => {
    const pieces = `${rest}${text}`.split('\n');
    rest = pieces.pop() ?? '';
    lines.push(...pieces);
    wake?.();
  });
  const next = async (): Promise<string> => {
    while (lines.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return lines.shift() as string;
  };
  return { next };
}

/** `passed` becomes null when the time is over. */
function startDeadline(timeoutMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null);
  });
  return { passed, cancel: () => clearTimeout(timer) };
}
