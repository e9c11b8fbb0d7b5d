import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The process that keeps a cluster, or hosts, alive, and takes it down when it, or this process, ends. */
export interface Keeper {
  /** Of the first process in the namespaces. */
  readonly pid: number;
  readonly command: (line: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('keep-cluster.sh', import.meta.url));

/** Starts a cluster's daemons from its folder; resolves once they have been started, not once they are ready. */
export const startKeeper = (folder: string, chroot: string | null): Promise<Keeper> =>
  keep(SCRIPT, [folder, chroot ?? '']);

/** Starts a script that says `ready PID`, obeys lines of its input, and ends with it. */
export async function keep(script: string, args: readonly string[]): Promise<Keeper> {
  // Detached: a signal to the group of the tests must not stop it before it has cleaned up.
  const child = spawn('bash', [script, ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  const next = replies(child, closed);
  child.stdin.on('error', () => undefined); // `closed` tells that it is gone
  const ready = /^ready (\d+)$/.exec(await next());
  if (ready === null) throw new Error(`${script} did not say that it is ready`);
  child.unref();
  return {
    pid: Number(ready[1]),
    command: async (line) => {
      child.stdin.write(`${line}\n`);
      await next();
    },
    stop: () => {
      child.ref();
      child.stdin.end();
      return closed;
    },
  };
}

/** The lines that it answers, one a call; fails, with what it said, when it has ended. */
function replies(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  closed: Promise<void>,
): () => Promise<string> {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  return async () => {
    const { done, value } = await lines.next();
    if (done !== true) return value;
    await closed;
    throw new Error(`it ended: ${complaint.trim() || 'it said nothing'}`);
  };
}
