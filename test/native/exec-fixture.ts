import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { accessSync, constants, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { requireTool } from '../integration/require-tool.ts';

/** Another build of rankplan-exec than what ships, such as one with sanitizers. */
export const EXEC = resolve(
  process.env['RANKPLAN_TEST_EXEC'] ?? `dist/native/${process.platform}-${process.arch}/rankplan-exec`,
);

/** Whether tests of it can run; in CI they must. */
export const hasExec = requireTool(
  'rankplan-exec',
  canRun(EXEC),
  'a C compiler, then `node scripts/build-native.mjs`',
);

/** One for kernels that do not list a process's children. */
export const SCANNING_EXEC = resolve('build/native/rankplan-exec-scanning');
export const hasScanningExec = requireTool(
  'rankplan-exec-scanning',
  canRun(SCANNING_EXEC),
  'a C compiler, then `node scripts/build-native.mjs --tests`',
);

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface GuardEvent {
  readonly event: string;
  readonly rank?: number;
  readonly pid?: number;
  readonly status?: number;
  readonly [key: string]: unknown;
}

export interface GuardOutcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly events: readonly GuardEvent[];
}

export interface Guard {
  readonly child: ChildProcess;
  readonly ended: Promise<GuardOutcome>;
  readonly events: readonly GuardEvent[];
}

/**
 * Starts rankplan-exec with its stdin as lifeline and events from descriptor 3. With `ranks`, their words are the
 * request, which comes before. `program` may be a command that becomes it.
 */
export function startGuard(
  words: readonly string[],
  ranks?: readonly (readonly string[])[],
  program: string | readonly string[] = EXEC,
): Guard {
  const own = ['--lifeline', '0', '--report', '3', ...(ranks === undefined ? [] : ['--request', '0'])];
  const [file = '', ...before] = [program].flat();
  const child = spawn(file, [...before, ...own, ...words], {
    cwd: tmpdir(),
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin.on('error', () => {});
  if (ranks !== undefined) child.stdin.write(encode(ranks));
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const events: GuardEvent[] = [];
  let rest = '';
  (child.stdio[3] as Readable).setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) events.push(JSON.parse(line) as GuardEvent);
  });
  const ended = new Promise<GuardOutcome>((done, fail) => {
    child.on('error', fail);
    child.on('close', (status) => done({ status, stdout: stdout(), stderr: stderr(), events }));
  });
  return { child, ended, events };
}

function collect(stream: Readable): () => string {
  let all = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    all += text;
  });
  return () => all;
}

export function encode(ranks: readonly (readonly string[])[]): string {
  const body = ranks.flatMap((words) => [words.length, ...words].map((word) => `${word}\0`)).join('');
  return `${Buffer.byteLength(body)}\0${body}`;
}

/** An argument that only one test's processes carry. */
export const makeMarker = (): string => `marker-${randomUUID()}`;

/** The processes with this text among their arguments or in their environment. */
export function findProcesses(marker: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => ['cmdline', 'environ'].some((file) => tryRead(`/proc/${pid}/${file}`).includes(marker)))
    .map(Number);
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** What the descriptors of a process are, by number. */
export function listDescriptors(pid: number): Readonly<Record<string, string>> {
  const folder = `/proc/${pid}/fd`;
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readlinkSync(`${folder}/${name}`)]));
}
