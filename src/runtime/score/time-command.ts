import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEventReader, type GuardEvent } from '../hosts/events.ts';
import { type LinkEnd, openLink } from '../hosts/link.ts';
import { type OrderedSignal, order } from '../hosts/orders.ts';
import { wordStatus } from '../hosts/say.ts';
import { readCallerOpenFiles } from '../run/caller-limit.ts';
import { attempt } from '../try-read.ts';

export interface TimedCommand {
  readonly exec: string;
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Where it runs, for messages. */
  readonly place: string;
  /** Is given what ends it. */
  readonly onStart: (running: RunningCommand) => void;
}

export interface RunningCommand {
  readonly signal: (signal: NodeJS.Signals) => void;
}

/** A run of the command that is no measurement. */
export class BenchFailure extends Error {}

/** From TERM to KILL: long enough for a program to give its GPU back. */
const GRACE_SECONDS = 5;
const SHOWN_LINES = 5;
const SHOWN_BYTES = 4096;

/**
 * The seconds that a command takes. rankplan-exec runs it, so that nothing of it stays on the GPU and disturbs the next
 * one, whatever becomes of it or of this process: what it started, sessions of their own and daemons are ended first.
 */
export async function timeCommand(timed: TimedCommand): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'rankplan-bench-'));
  try {
    return await timeWith(timed, join(folder, 'stderr'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeWith(timed: TimedCommand, log: string): Promise<number> {
  const seen = new Seen();
  const reader = createEventReader({
    ranks: [0],
    onEvent(event) {
      take(event, seen);
      if (seen.isDone) link.close(); // it stays for questions about its ranks
    },
    onOutput() {},
    onFailure(reason) {
      seen.failure = reason;
      link.end('SIGKILL');
    },
  });
  const input = { env: timed.env, readsToTheEnd: true, onBytes: reader.take } as const;
  const link = openLink([timed.exec, '--serve'], input);
  link.send(order.run(describe(timed.command, log), [['--rank', '0']]));
  const signal: RunningCommand['signal'] = (name) =>
    link.send(order.signal(name.slice('SIG'.length) as OrderedSignal));
  timed.onStart({ signal });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    signal('SIGTERM');
  }, timed.timeoutMs);
  const end = await link.ended;
  clearTimeout(timer);
  const problem = isLate ? `did not end within ${timed.timeoutMs / 1000} s` : nameProblem(timed, seen, end);
  if (problem !== null) throw new BenchFailure(formatFailure(timed, problem, log));
  if (seen.survivors.length > 0)
    throw new BenchFailure(`processes of the command cannot be ended: ${seen.survivors.join(' ')}`);
  return Number(seen.end - seen.start) / 1e9;
}

function describe(command: TimedCommand['command'], log: string): readonly string[] {
  const openFiles = readCallerOpenFiles();
  return [
    ...['--grace', `${GRACE_SECONDS}`, '--directory', process.cwd(), '--stderr', log],
    ...(openFiles === null ? [] : ['--open-files', `${openFiles}`]),
    ...['--', ...command],
  ];
}

class Seen {
  /** The times of the command itself, in nanoseconds. */
  start = 0n;
  end = 0n;
  ended: Extract<GuardEvent, { event: 'ended' }> | null = null;
  obstacle: Extract<GuardEvent, { event: 'obstacle' }> | null = null;
  readonly survivors: number[] = [];
  /** Why output of the guard was not accepted; null: all was. */
  failure: string | null = null;
  isDone = false;
}

function take(event: GuardEvent, seen: Seen): void {
  if (event.event === 'started') seen.start = process.hrtime.bigint();
  if (event.event === 'obstacle') seen.obstacle = event;
  if (event.event === 'survivor') seen.survivors.push(event.pid);
  if (event.event === 'done') seen.isDone = true;
  if (event.event !== 'ended') return;
  seen.end = process.hrtime.bigint();
  seen.ended = event;
}

/** Null when the command ended well. */
function nameProblem({ exec, command }: TimedCommand, seen: Seen, end: LinkEnd): string | null {
  if (end.reason !== null) throw new BenchFailure(`${exec} cannot be started: ${end.reason}`);
  const { ended, obstacle } = seen;
  if (obstacle !== null)
    throw new BenchFailure(
      `the command cannot be started: ${command[0]}: ${obstacle.reason ?? obstacle.step}`,
    );
  if (!seen.isDone || ended === null)
    return `lost its guard, rankplan-exec (${seen.failure ?? end.signal ?? `status ${end.status}`})`;
  return ended.status === 0 ? null : wordStatus(ended.status, ended.killer ?? 0);
}

/** With the end of what the command wrote to its stderr, where it was started and wrote anything. */
function formatFailure({ command, place }: TimedCommand, problem: string, log: string): string {
  const complaint = attempt(() => readFileSync(log).subarray(-SHOWN_BYTES).toString('utf8').trim()) ?? '';
  const lines = complaint === '' ? [] : ['; its last lines:', ...complaint.split('\n').slice(-SHOWN_LINES)];
  return `the command ${command[0]} ${problem} on ${place}${lines.join('\n')}`;
}
