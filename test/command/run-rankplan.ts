import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HANG_MS } from '../patience.ts';

/*
 * The start of Node is four fifths of a command, so most tests have their commands run by one process, one after another
 * (serve-commands.cjs). What is about the process itself starts its own: signals, limits, terminals, other Nodes.
 * test/unit/run-rankplan.test.ts holds that both end alike.
 */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What it reads from standard input. */
  readonly input?: string;
  readonly bundle?: string;
  /** What it writes to standard error comes into its standard output, in order. */
  readonly isMerged?: boolean;
}

const BUNDLE = resolve('dist/rankplan.cjs');
const SERVER = fileURLToPath(new URL('serve-commands.cjs', import.meta.url));

interface Server {
  readonly child: ChildProcess;
  readonly requests: number;
  readonly answers: number;
  /** Files, of which only the descriptors are left, with what commands read and wrote. */
  readonly files: Readonly<Record<'in' | 'out' | 'err', number>>;
}

let server: Server | null = null;
/** What a test stubs is for its commands, not for the process that runs those of later files, too. */
const ENVIRONMENT = { ...process.env };

/** Runs one command of rankplan, as built in `dist`. */
export function runRankplan(args: readonly string[], options: CommandOptions = {}): Ended {
  const { cwd = '.', env = process.env, input = '', bundle = BUNDLE, isMerged = false } = options;
  server ??= startServer();
  const { requests, answers, files } = server;
  ftruncateSync(files.in);
  writeSync(files.in, input, 0);
  const stdin = `/proc/${process.pid}/fd/${files.in}`;
  writeSync(requests, `${JSON.stringify({ bundle, args, cwd: resolve(cwd), env, stdin, isMerged })}\n`);
  const answer = readLine(answers);
  const told = { stdout: take(files.out), stderr: take(files.err) };
  const { status, isLast } = answer === '' ? { status: null, isLast: true } : JSON.parse(answer);
  if (isLast) server = null;
  return { status, ...told };
}

/** Ends the process of the commands; its CPU time is that of the tests. */
export async function endCommands(): Promise<void> {
  if (server === null) return;
  const { child, requests, answers, files } = server;
  server = null;
  for (const descriptor of [requests, answers, ...Object.values(files)]) closeSync(descriptor);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function startServer(): Server {
  const folder = mkdtempSync(join(tmpdir(), 'rankplan-command-'));
  const [requests, answers] = [makePipe(join(folder, 'requests')), makePipe(join(folder, 'answers'))];
  const files = {
    in: openSync(join(folder, 'in'), 'w+'),
    out: openSync(join(folder, 'out'), 'a+'),
    err: openSync(join(folder, 'err'), 'a+'),
  };
  rmSync(folder, { recursive: true });
  const stdio: StdioOptions = ['ignore', files.out, files.err, requests.read, answers.write];
  const child = spawn(process.execPath, [SERVER, String(HANG_MS)], { stdio, env: ENVIRONMENT });
  closeSync(requests.read);
  closeSync(answers.write);
  return { child, requests: requests.write, answers: answers.read, files };
}

/** A pipe whose ends block, and have no other holder: each side sees when the other has ended. */
function makePipe(path: string): { readonly read: number; readonly write: number } {
  spawnSync('mkfifo', [path]);
  const both = openSync(path, 'r+'); // or the two would wait for each other
  const ends = { read: openSync(path, 'r'), write: openSync(path, 'w') };
  closeSync(both);
  return ends;
}

function readLine(descriptor: number): string {
  const bytes = Buffer.alloc(4096);
  let text = '';
  while (!text.endsWith('\n')) {
    const count = readSync(descriptor, bytes, 0, bytes.length, null);
    if (count === 0) break;
    text += bytes.toString('utf8', 0, count);
  }
  return text;
}

/** Empties a file that is open to append: what comes next begins at its start again. */
function take(descriptor: number): string {
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  for (let at = 0; at < bytes.length; ) at += readSync(descriptor, bytes, at, bytes.length - at, at);
  ftruncateSync(descriptor);
  return bytes.toString('utf8');
}
