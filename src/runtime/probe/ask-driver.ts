import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { AddonPlaces, LoadFailure, NativeFacts, NativeHang } from '../native.ts';

export interface Question extends AddonPlaces {
  /** The file of the driver's management library, null for the one that the linker finds. */
  readonly library: string | null;
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

export type DriverAnswer =
  | NativeFacts
  | NativeHang
  | Crash
  | { readonly kind: 'no-addon'; readonly failures: readonly LoadFailure[] };

/** Beyond its own deadline the other process is frozen, or sleeps in the kernel where no signal reaches it. */
const GRACE_MS = 2000;

/**
 * Asks the driver in a process of its own (answer-parent.ts): a driver library that crashes ends that one, and one that
 * cannot be ended at all is not waited for.
 */
export async function askDriver(question: Question): Promise<DriverAnswer> {
  const program = join(question.folder, 'ask-driver.cjs');
  const child = spawn(process.execPath, [program, JSON.stringify(question)], {
    // The answer comes on a pipe of its own: a library may write to stdout and stderr.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const deadline = startDeadline(child, question.timeoutMs + GRACE_MS);
  const ended = readToEnd(child);
  const outcome = await Promise.race([deadline.passed, ended]);
  deadline.cancel();
  if (outcome === null) return { kind: 'hangs', call: '', gpu: null };
  return parseAnswer(outcome.answer) ?? { kind: 'crashed', how: outcome.how, said: firstLine(outcome.said) };
}

interface Ended {
  readonly how: string;
  readonly answer: string;
  /** What was written to stdout and stderr. */
  readonly said: string;
}

/** The descriptor of the child that the answer goes to. */
export const ANSWER_DESCRIPTOR = 3;

function readToEnd(child: ChildProcess): Promise<Ended> {
  const texts = child.stdio.map((stream) => {
    const pieces: string[] = [];
    if (stream instanceof Readable)
      stream.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
    return pieces;
  });
  const textOf = (descriptor: number) => texts[descriptor]?.join('') ?? '';
  const end = (how: string): Ended => ({
    how,
    answer: textOf(ANSWER_DESCRIPTOR),
    said: textOf(2) + textOf(1),
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(end(error.message)));
    child.on('close', (status, signal) => resolve(end(signal ?? `status ${status}`)));
  });
}

/** `passed` becomes null when the time is over; the child is then left to the kernel, and keeps nobody waiting. */
function startDeadline(child: ChildProcess, timeoutMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      for (const stream of child.stdio) stream?.destroy();
      child.unref();
      resolve(null);
    }, timeoutMs);
  });
  return { passed, cancel: () => clearTimeout(timer) };
}

/** Null when there is none, or half of one. */
function parseAnswer(text: string): DriverAnswer | null {
  try {
    return JSON.parse(text) as DriverAnswer;
  } catch {
    return null;
  }
}

const firstLine = (text: string): string => text.trimStart().split('\n')[0]?.trimEnd() ?? '';
