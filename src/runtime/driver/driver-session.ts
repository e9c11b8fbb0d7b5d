import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { LoadFailure, NativeAddon, NativePlaces } from '../native.ts';
import { within } from '../within.ts';
import type { Crash, NativeFacts, NativeUses } from './parse-answer.ts';

export interface DriverPlaces extends NativePlaces {
  /** The file of the driver's management library, null for the one that the linker finds. */
  readonly library: string | null;
}

/** A line that the other process reads: the function of the addon that it calls. */
export type DriverQuestion = keyof NativeAddon;

/** The driver did not come back in time. */
export interface Hang {
  readonly kind: 'hangs';
  /** The call that it did not come back from; empty if none was made. */
  readonly call: string;
  /** The driver's index of the GPU in question. */
  readonly gpu: number | null;
}

export type DriverAnswer<Facts = NativeFacts> =
  | Facts
  | Hang
  | Crash
  | { readonly kind: 'no-addon'; readonly failures: readonly LoadFailure[] };

export type DriverSession = ReturnType<typeof openDriver>;

/** For the start of the other process, besides the time that the driver has. */
const STARTING_MS = 2000;
const CLOSING_MS = 1000;
const KILLING_MS = 500;

/** The descriptor of the child that answers go to: a library may write to stdout and stderr. */
export const ANSWER_DESCRIPTOR = 3;

/**
 * Sends requests to the driver, one after the other. None of them throws, and all return: a driver that hung or crashed
 * once gets no further request, and its answer stays the same.
 *
 * Starts a process (answer-parent.ts) that calls the driver: a driver library that crashes ends only that process. A
 * late one is killed, and not waited for if it sleeps in the kernel: it reports each call before it makes it. It has
 * its own session, so a terminal's Ctrl-C does not end it, and it ends with its stdin, in whatever way this process
 * ends.
 */
export function openDriver(places: DriverPlaces) {
  const child = spawn(process.execPath, [join(places.folder, 'ask-driver.cjs'), JSON.stringify(places)], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin?.on('error', () => {}); // it has ended: `close` reports that
  const ended = waitForEnd(child);
  const waitForAnswer = listen(child.stdio[ANSWER_DESCRIPTOR] as Readable, ended);
  let last: Promise<unknown> = Promise.resolve();
  let final: Hang | Crash | null = null;

  const askOne = async <Facts extends { readonly kind: string }>(
    question: DriverQuestion,
    timeoutMs: number,
  ): Promise<DriverAnswer<Facts>> => {
    if (final !== null) return final;
    child.stdin?.write(`${question}\n`);
    const outcome = await waitForAnswer(timeoutMs);
    if (typeof outcome === 'string') return JSON.parse(outcome) as DriverAnswer<Facts>;
    final = outcome;
    await abandon(child, ended, KILLING_MS);
    return final;
  };

  const ask = <Facts extends { readonly kind: string }>(question: DriverQuestion, timeoutMs: number) => {
    const answer = last.then(() => askOne<Facts>(question, timeoutMs));
    last = answer;
    return answer;
  };

  return {
    /** What GPUs there are. */
    discover: (timeoutMs: number) => ask<NativeFacts>('discover', timeoutMs),
    /** Who uses them at this moment, and how much of them. */
    observe: (timeoutMs: number) => ask<NativeUses>('observe', timeoutMs),
    /** Must be called, or this process does not end by itself. */
    async close(): Promise<void> {
      if (final !== null) return;
      final = { kind: 'crashed', how: 'closed', said: '' };
      child.stdin?.end();
      await within(CLOSING_MS, ended);
      await abandon(child, ended, KILLING_MS);
    },
  };
}

const LONGEST_CALL = 256;

/** A line of progress: `CALL GPU`, -1 for no GPU. */
export function describeCall(line: string): Hang {
  const [call = '', gpu = -1] = line.slice(0, LONGEST_CALL).split(' ');
  return { kind: 'hangs', call, gpu: Number(gpu) < 0 ? null : Number(gpu) };
}

/** Ends a process if a signal can; one that sleeps in the kernel is left to it, and not waited for. */
export async function abandon(child: ChildProcess, ended: Promise<unknown>, ms: number): Promise<void> {
  child.kill('SIGKILL');
  await within(ms, ended);
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

/**
 * Returns a function that waits for the line of the next answer, or says why there is none. The driver's time begins
 * with its first call. No long-lived promise is raced with many others: it would keep memory for each of them.
 */
function listen(stream: Readable, ended: Promise<Crash>) {
  let take: (line: string) => void = () => {};
  let giveUp: (crash: Crash) => void = () => {};
  let crash: Crash | null = null;
  stream.setEncoding('utf8').on(
    'data',
    cutLines((line) => take(line)),
  );
  void ended.then((how) => {
    crash = how;
    giveUp(how);
  });
  return (timeoutMs: number): Promise<string | Hang | Crash> => {
    if (crash !== null) return Promise.resolve(crash);
    return new Promise((resolve) => {
      let hang: Hang = { kind: 'hangs', call: '', gpu: null };
      const finish = (outcome: string | Hang | Crash): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      const hurry = (ms: number) => setTimeout(() => finish(hang), ms);
      let timer = hurry(STARTING_MS + timeoutMs);
      giveUp = finish;
      take = (line) => {
        if (line.startsWith('{')) return finish(line);
        if (hang.call === '') {
          clearTimeout(timer);
          timer = hurry(timeoutMs);
        }
        hang = describeCall(line);
      };
    });
  };
}

/** Takes text in pieces, and passes it on in lines; an incomplete line at the end is not passed on. */
export function cutLines(take: (line: string) => void, longest = Number.POSITIVE_INFINITY) {
  let rest = '';
  return (text: string): void => {
    const lines = `${rest}${text}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, longest);
    for (const line of lines) take(line);
  };
}
