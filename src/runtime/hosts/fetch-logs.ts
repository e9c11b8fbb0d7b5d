import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { printable } from '../../compiler/source/printable.ts';
import { attempt } from '../try-read.ts';
import { lastLineOf } from './say.ts';
import { ArchiveError, isNone, type Room, unpackLogs } from './unpack-logs.ts';

export interface LogHost {
  readonly name: string;
  /** The command that reaches it: the next word is a command for a shell there. */
  readonly words: readonly string[];
  /** The folder of the run on that host: absolute, or relative to where a login begins. */
  readonly folder: string;
}

/** What a host answered: `none` has no such run, `shared` has the folder that is here. */
export type Fetched =
  | { readonly outcome: 'here' | 'none' | 'shared' }
  | { readonly outcome: 'failed'; readonly reason: string };

export interface Fetching {
  /** The launcher has put a file `hosts/.here-TOKEN` into its folder: where a host sees it, the folder is the same. */
  readonly token: string;
  /** An empty folder. */
  readonly into: string;
  readonly room: Room;
  /** Nothing came for so long. */
  readonly stallMs: number;
  readonly signal: AbortSignal;
}

/** Has tar send a run's folder. */
export async function fetchLogs(host: LogHost, fetching: Fetching): Promise<Fetched> {
  const { stallMs, signal, token } = fetching;
  const [program = '', ...words] = host.words;
  const child = spawn(program, [...words, commandOf(token)], { detached: true });
  const ended = watchEnd(child);
  const leave = (): void => {
    killGroup(child);
    child.stdout.destroy(); // what was sent is not read any more, and would keep it open
  };
  let isStalled = false;
  const stall = setTimeout(() => {
    isStalled = true;
    leave();
  }, stallMs);
  signal.addEventListener('abort', leave);
  child.stdin.on('error', () => {}); // the end says more
  try {
    const chunks = noteChunks(child.stdout, () => stall.refresh());
    const outcome = await request(chunks, child.stdin, host, fetching);
    const { status } = await ended;
    if (outcome !== 'here' || status === 0 || status === CHANGED) return { outcome };
    return { outcome: 'failed', reason: `tar there ended with status ${status}` };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const isCut = error.why === 'end' && !signal.aborted;
    if (!isCut) leave();
    const end = await ended;
    const reason =
      end.error ?? `${error.message}${isCut ? describeEnd(program, end.status, end.complaint) : ''}`;
    return { outcome: 'failed', reason: isStalled ? `nothing came for ${stallMs / 1000} s` : reason };
  } finally {
    clearTimeout(stall);
    signal.removeEventListener('abort', leave);
  }
}

/** tar's status where a file was written meanwhile. */
const CHANGED = 1;

/** No word of the user's is in it, and nothing that a login shell would read in its own way: quotes, `\\`, `!`, line ends. */
const commandOf = (token: string): string => {
  const script = [
    `echo; echo rankplan-logs ${token} asks`,
    'IFS= read -r d || exit',
    'd=$(printf %b "$d"_)',
    'CDPATH= cd "${d%_}" 2>/dev/null || { echo none; exit; }',
    `if [ -e hosts/.here-${token} ]; then echo shared; exit; fi`,
    'for f in *; do case $f in hosts) ;; *) if [ -e "$f" ]; then set -- "$@" "./$f"; fi ;; esac; done',
    'if [ $# -eq 0 ]; then echo none; exit; fi',
    'command -v tar >/dev/null || { echo no-tar; exit; }',
    'echo here; exec tar -cf - "$@"',
  ];
  return `exec /bin/sh -c '${script.join('; ')}'`;
};

/** For `printf %b`, and without a line end. */
const escapePath = (path: string): string =>
  [...Buffer.from(path.startsWith('/') ? path : `./${path}`)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9_./-]/.test(character) ? character : `\\0${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');

/** The path goes through stdin, once a shell there has said that it reads it. */
async function request(
  chunks: AsyncIterator<Buffer>,
  stdin: Writable,
  { folder }: LogHost,
  { token, into, room }: Fetching,
): Promise<'here' | 'none' | 'shared'> {
  const answers = readAnswer(chunks);
  while ((await answers.line()) !== `rankplan-logs ${token} asks`);
  stdin.end(`${escapePath(folder)}\n`);
  const answer = await answers.line();
  if (answer === 'no-tar') throw new ArchiveError('there is no tar there', 'lie');
  if (answer === 'none' || answer === 'shared') return answer;
  if (answer !== 'here') throw isNone();
  await unpackLogs(answers.rest(), into, room);
  return 'here';
}

/** The most bytes that login shells print, together with the lines of the answer. */
const MAX_LINES = 64 * 1024;

/** Lines, and then bytes, of one stream. */
function readAnswer(chunks: AsyncIterator<Buffer>) {
  let buffer = Buffer.alloc(0);
  let read = 0;
  return {
    async line(): Promise<string> {
      let end = buffer.indexOf('\n');
      while (end < 0 && read + buffer.length <= MAX_LINES) {
        const { value, done = false } = await chunks.next();
        if (done) throw new ArchiveError('it gives no sign', 'end');
        buffer = Buffer.concat([buffer, value]);
        end = buffer.indexOf('\n');
      }
      read += end + 1;
      if (end < 0 || read > MAX_LINES) throw isNone();
      const line = buffer.toString('utf8', 0, end);
      buffer = buffer.subarray(end + 1);
      return line;
    },
    async *rest(): AsyncGenerator<Buffer> {
      if (buffer.length > 0) yield buffer;
      yield* { [Symbol.asyncIterator]: () => chunks };
    },
  };
}

async function* noteChunks(stream: Readable, note: () => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      note();
      yield chunk;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const MAX_COMPLAINT = 4 * 1024;

/** How it ended, with an `error` where it could not be started. */
async function watchEnd(child: Child) {
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    complaint = (complaint + more).slice(-MAX_COMPLAINT);
  });
  try {
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, error: null, complaint };
  } catch (error) {
    return { status: null, error: (error as Error).message, complaint };
  }
}

function describeEnd(program: string, status: number | null, complaint: string): string {
  if (status === 0 || status === null) return '';
  const last = lastLineOf(complaint);
  const name = program.split('/').at(-1);
  return ` (${name} ended with status ${status}${last === '' ? '' : `: ${printable(last)}`})`;
}

/** A transport may be a script that has started others, and all may have ended. */
const killGroup = ({ pid }: Child) =>
  pid === undefined ? null : attempt(() => process.kill(-pid, 'SIGKILL'));
